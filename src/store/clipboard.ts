/** Longer texts are kept from terminals: many stop listening at 100,000 bytes of base64. */
const TERMINAL_LIMIT = 74_000;

/**
 * Puts a text into the clipboard: through the terminal, which also works from afar, and through the system where
 * that has one. False when neither takes it; else nobody tells whether it arrived.
 */
export function copyToClipboard(text: string, terminal: NodeJS.WritableStream): boolean {
  const encoded = Buffer.from(text).toString("base64");
  const fits = encoded.length <= TERMINAL_LIMIT;
  if (fits) terminal.write(`\x1b]52;c;${encoded}\x07`);
  if (!hasSystemClipboard(process.env)) return fits;
  import("clipboardy").then(
    ({ default: clipboard }) => clipboard.write(text).catch(() => {}),
    () => {},
  );
  return true;
}

/** A Linux machine without a display has none, and asking for one there takes seconds. */
function hasSystemClipboard(env: NodeJS.ProcessEnv): boolean {
  if (process.platform === "darwin" || process.platform === "win32") return true;
  return [env.DISPLAY, env.WAYLAND_DISPLAY, env.WSL_DISTRO_NAME, env.TERMUX_VERSION].some(
    (value) => value !== undefined && value !== "",
  );
}
