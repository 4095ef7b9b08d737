import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.{ts,tsx}"],
    testTimeout: 20_000,
    env: { FORCE_COLOR: "0", NO_COLOR: "1" },
  },
});
