import { writeSpoken } from "./spoken-session.ts";

type Said =
  /** What a person or a model says, with further fields of the message. */
  | readonly [role: "user" | "assistant", text: string, fields?: object]
  | readonly [tool: "call", name: string, args: object]
  /** A command that the person ran. */
  | readonly ["run", command: string, output: string]
  /** The conversation goes on below an earlier entry: `e1` is the first one. */
  | readonly ["back", parentId: string, text: string]
  /** The same, with a summary of what was left. */
  | readonly ["summary", parentId: string, text: string]
  | readonly ["label", targetId: string, label: string]
  | readonly ["name", name: string];

interface QualitySession {
  readonly id: string;
  /** The folder, below the person's own. */
  readonly in: string;
  readonly day: string;
  /** What answers, where a message does not say otherwise. */
  readonly model?: string;
  readonly header?: object;
  readonly says: readonly Said[];
}

const HOME = "/home/ana";
const MINUTE = 60_000;

const SESSIONS: readonly QualitySession[] = [
  {
    id: "cart-rounding",
    in: "shop",
    day: "2026-06-28",
    model: "claude-sonnet-4-5",
    says: [
      ["user", "Fix the rounding error in the cart total"],
      ["call", "read", { path: "src/cart/total.ts" }],
      ["assistant", "Each line was rounded before the sum. Now `roundToCents` is called once, at the end."],
      ["call", "edit", { path: "src/cart/total.ts", oldText: "a", newText: "b" }],
      ["user", "run the tests"],
      ["call", "bash", { command: "npm test -- cart" }],
    ],
  },
  {
    id: "cart-voucher",
    in: "shop",
    day: "2026-05-12",
    model: "gpt-5",
    says: [
      ["user", "Customers complain that their code is not applied to the cart"],
      ["assistant", "`applyVoucher` compares voucher_code before it is trimmed, so the price stays."],
      ["call", "edit", { path: "src/cart/voucher.ts", oldText: "a", newText: "b" }],
      ["name", "Voucher codes"],
    ],
  },
  {
    id: "cart-redesign",
    in: "shop",
    day: "2026-06-30",
    model: "claude-opus-4-1",
    says: [
      ["user", "Make the cart page look nicer"],
      [
        "assistant",
        "The total is bold now, the voucher field folds away, and the price of each row is aligned.",
      ],
      ["call", "write", { path: "src/cart/page.css", content: ".total { font-weight: bold }" }],
    ],
  },
  {
    id: "checkout-enoent",
    in: "shop",
    day: "2026-04-02",
    says: [
      ["user", "npm test fails with ENOENT: no such file or directory, open '/tmp/fixtures/orders.json'"],
      ["assistant", "The fixture is made by another test. It must be made in this one, too."],
    ],
  },
  {
    id: "deploy-enoent",
    in: "infra",
    day: "2026-06-01",
    says: [
      ["user", "The deploy script stops half way"],
      ["call", "bash", { command: "terraform apply -auto-approve" }],
      [
        "assistant",
        "It says: ENOENT: no such file or directory, open 'terraform.tfvars'. The file is ignored by git.",
      ],
    ],
  },
  {
    id: "login-loop",
    in: "shop",
    day: "2026-03-10",
    says: [
      ["user", "After signing in I end up at the sign in page again, see #4711"],
      ["assistant", "The cookie is SameSite=Strict, so the redirect from the bank loses it."],
      ["name", "Login redirect loop"],
    ],
  },
  {
    id: "login-tests",
    in: "shop",
    day: "2026-06-20",
    says: [
      ["user", "Write tests for the login form"],
      ["call", "write", { path: "test/login-form.test.ts", content: "test()" }],
      ["assistant", "Wrong password, empty password and a locked account are covered."],
    ],
  },
  {
    id: "oauth",
    in: "payments-api",
    day: "2026-02-11",
    model: "gpt-5-codex",
    says: [
      ["user", "Add login with GitHub"],
      ["call", "write", { path: "src/auth/oauth_client.py", content: "class OAuthClient: pass" }],
      ["assistant", "`OAuthClient` exchanges the code for a token; the login button stands in the header."],
    ],
  },
  {
    id: "stack-null",
    in: "shop",
    day: "2026-05-20",
    says: [
      [
        "user",
        "TypeError: Cannot read properties of undefined (reading 'price')\n    at formatPrice (src/price/format.ts:42:17)\n    at renderRow (src/list/row.tsx:9:3)",
      ],
      ["assistant", "A product without variants has no price. It falls back to the product's own."],
    ],
  },
  {
    id: "stack-python",
    in: "payments-api",
    day: "2026-01-15",
    says: [
      ["user", "this happens every night"],
      [
        "user",
        "Traceback (most recent call last):\n  File \"/srv/payments-api/app/webhooks.py\", line 88, in receive\n    account = body['merchant_id']\nKeyError: 'merchant_id'",
      ],
      ["assistant", "Test events carry no merchant; skip them."],
    ],
  },
  {
    id: "webhook-retry",
    in: "payments-api",
    day: "2026-06-10",
    says: [
      ["user", "Send a webhook again when the receiver is down"],
      ["assistant", "With decorrelated jitter the waiting times spread well."],
      ["back", "e1", "Too clever. Just double the delay each time, five attempts."],
      ["assistant", "Exponential backoff it is: 1, 2, 4, 8, 16 seconds."],
      ["name", "Retry webhooks"],
    ],
  },
  {
    id: "git-force",
    in: "infra",
    day: "2026-05-30",
    says: [
      ["user", "I lost three commits, can you get them back?"],
      ["call", "bash", { command: "git reflog --date=iso" }],
      ["assistant", "You ran git push --force from an old clone. Use --force-with-lease from now on."],
      ["run", "git push --force-with-lease origin main", "Everything up-to-date"],
    ],
  },
  {
    id: "git-rebase",
    in: "treeline",
    day: "2026-04-22",
    says: [
      ["user", "Rebase the feature branch onto main and squash the commits"],
      ["call", "bash", { command: "git rebase -i main" }],
      ["call", "bash", { command: 'git commit --amend -m "feat(search): rank whole words first"' }],
    ],
  },
  {
    id: "commit-conventional",
    in: "treeline",
    day: "2026-06-05",
    says: [
      ["user", "Write the commit message for what is staged"],
      ["assistant", "fix(parser): tolerate torn last lines\n\nAn agent may be in the middle of writing."],
    ],
  },
  {
    id: "node-upgrade",
    in: "treeline",
    day: "2026-03-28",
    says: [
      ["user", "Go from Node 18.19.1 to 20.20.0"],
      ["call", "bash", { command: "npm install --legacy-peer-deps @types/node@20" }],
      ["assistant", "All tests pass. package.json says engines >=20.19 now."],
    ],
  },
  {
    id: "react-upgrade",
    in: "blog",
    day: "2026-06-15",
    says: [
      ["user", "Upgrade the blog to React 19.2.1"],
      ["call", "edit", { path: "package.json", oldText: "18", newText: "19" }],
      ["assistant", "forwardRef is not needed any more; two components use it."],
    ],
  },
  {
    id: "blog-rss",
    in: "blog",
    day: "2025-12-20",
    says: [
      ["user", "The validator does not like https://example.org/feed.xml"],
      ["call", "fetch", { url: "https://validator.w3.org/feed/check.cgi?url=example.org" }],
      ["assistant", "The RSS feed is invalid: pubDate must be RFC 822, not ISO 8601."],
    ],
  },
  {
    id: "german-post",
    in: "blog",
    day: "2026-05-05",
    says: [
      ["user", "Schreibe einen Beitrag über die Größe der Schlüssel"],
      ["assistant", "Ein Schlüssel von 2048 Bit genügt heute noch; für lange Zeit nimmt man 4096."],
      ["label", "e2", "Entwurf"],
    ],
  },
  {
    id: "german-invoice",
    in: "shop",
    day: "2026-02-03",
    says: [
      ["user", "Die Rechnung zeigt den falschen Mehrwertsteuersatz"],
      ["assistant", "In `taxRate` steht 19 % auch für Bücher. Der Fehler ist behoben."],
    ],
  },
  {
    id: "german-translation",
    in: "shop",
    day: "2026-06-02",
    says: [
      ["user", "Alle Fehlermeldungen auf Deutsch, bitte"],
      ["call", "write", { path: "locales/de.json", content: '{"cart":"Warenkorb"}' }],
      ["assistant", "48 Meldungen sind übersetzt, auch die der Rechnung."],
      ["name", "Übersetzungen"],
    ],
  },
  {
    id: "chinese-cart",
    in: "shop",
    day: "2026-04-14",
    says: [
      ["user", "修复购物车总价计算错误"],
      ["assistant", "问题在于每一行都先四舍五入，然后才求和。"],
    ],
  },
  {
    id: "chinese-search",
    in: "notes",
    day: "2026-05-18",
    says: [
      ["user", "给笔记应用添加全文搜索功能"],
      ["assistant", "可以使用 SQLite 的 FTS5 建立倒排索引，购物清单也能搜索。"],
    ],
  },
  {
    id: "japanese-login",
    in: "サイト",
    day: "2026-03-19",
    says: [
      ["user", "ログイン画面のボタンが押せません"],
      ["assistant", "透明な要素が上に重なっています。z-index を直しました。"],
    ],
  },
  {
    id: "japanese-mail",
    in: "サイト",
    day: "2026-06-11",
    says: [
      ["user", "請求書メールの文字化けを直してください"],
      ["assistant", "UTF-8 ではなく Shift_JIS で送信されていました。ログインの通知メールも同じです。"],
    ],
  },
  {
    id: "korean-date",
    in: "blog",
    day: "2026-05-25",
    says: [
      ["user", "날짜 형식을 한국어로 바꿔 주세요"],
      ["assistant", "toLocaleDateString('ko-KR')를 사용하도록 수정했습니다."],
    ],
  },
  {
    id: "regex-email",
    in: "notes",
    day: "2026-01-30",
    says: [
      ["user", "How do I validate e-mail addresses?"],
      ["assistant", "Keep it simple: `^[^@\\s]+@[^@\\s]+$`, then send a message and see."],
    ],
  },
  {
    id: "error-codes",
    in: "payments-api",
    day: "2026-04-30",
    says: [
      ["user", "What do the numbers mean that customers see when paying fails?"],
      ["assistant", "E1042: the card was declined. E2001: the bank did not answer in time."],
    ],
  },
  {
    id: "sqlite-lock",
    in: "notes",
    day: "2026-06-18",
    says: [
      ["user", "Saving a note sometimes throws SQLITE_BUSY: database is locked"],
      ["assistant", "Set `busy_timeout` and write in one process only. Is the database on a network drive?"],
    ],
  },
  {
    id: "docker-oom",
    in: "infra",
    day: "2026-02-25",
    says: [
      ["user", "The container is killed again and again with exit code 137"],
      ["run", "docker stats --no-stream", "shop 511MiB / 512MiB"],
      ["assistant", "137 is SIGKILL: it reached its memory limit of 512 MB."],
      ["name", "Docker memory"],
    ],
  },
  {
    id: "ingress",
    in: "infra",
    day: "2026-06-24",
    says: [
      ["user", "The kubernetes ingress answers 502 Bad Gateway"],
      ["assistant", "", { stopReason: "error", errorMessage: "overloaded" }],
      ["assistant", "The service listens on 192.168.1.20:8080, the ingress expects port 80."],
      ["call", "write", { path: "k8s/ingress.yaml", content: "port: 8080" }],
    ],
  },
  {
    id: "slow-list",
    in: "treeline",
    day: "2026-06-26",
    says: [
      ["user", "Scrolling the session list is slow"],
      ["assistant", "Only what is visible should be drawn."],
      ["summary", "e1", "We tried virtualized rows with react-window, but they flickered on CTRL+C."],
      ["user", "One styled string for each row instead"],
      ["assistant", "Key to frame went from 32 ms to 13 ms."],
    ],
  },
  {
    id: "effect-twice",
    in: "blog",
    day: "2026-04-08",
    says: [
      ["user", "Why does useEffect run twice?"],
      ["assistant", "StrictMode mounts every component two times while developing."],
    ],
  },
  {
    id: "csv-export",
    in: "payments-api",
    day: "2026-03-02",
    model: "gemini-2.5-pro",
    says: [
      ["user", "Accounting wants the settlements of a month as a table"],
      ["call", "write", { path: "app/export/settlement_csv.py", content: "import csv" }],
      ["assistant", "Semicolons, because their Excel is German."],
      ["label", "e3", "works"],
      ["name", "CSV export"],
    ],
  },
  {
    id: "csv-fork",
    in: "payments-api",
    day: "2026-03-03",
    model: "gpt-5",
    header: { parentSession: "/sessions/csv-export.jsonl" },
    says: [
      ["user", "Accounting wants the settlements of a month as a table"],
      ["user", "Make it an .xlsx file instead of CSV"],
      ["assistant", "openpyxl writes it, with a frozen first row."],
    ],
  },
  {
    id: "csv-import",
    in: "shop",
    day: "2026-06-08",
    says: [
      ["user", "Import products from a CSV file"],
      ["call", "bash", { command: "head -3 products.csv" }],
      ["assistant", "Rows without a price are skipped and listed."],
    ],
  },
  {
    id: "resume-parser",
    in: "notes",
    day: "2026-02-17",
    says: [
      ["user", "Turn résumés (PDF) into JSON"],
      ["assistant", "pdftotext first, then one prompt for each section. Zoë's café job is found, too."],
    ],
  },
  {
    id: "aws-keys",
    in: "infra",
    day: "2026-05-08",
    says: [
      ["user", "Rotate the AWS keys of the build user"],
      ["call", "bash", { command: "aws iam create-access-key --user-name deployer" }],
      ["assistant", "The new ones are in .env, which git ignores. The old key is inactive."],
    ],
  },
  {
    id: "type-checker",
    in: "payments-api",
    day: "2026-06-22",
    says: [
      ["user", 'mypy: Incompatible return value type (got "None", expected "str")'],
      ["assistant", "The early return lacks a value. `find_account` may answer None."],
    ],
  },
  {
    id: "cpp-build",
    in: "engine",
    day: "2026-01-09",
    says: [
      ["user", "Why does the C++ build fail on the runner only?"],
      [
        "assistant",
        "undefined reference to `vtable for Shape`: the linker gets the objects in another order.",
      ],
      ["call", "bash", { command: "cmake --build build --target engine" }],
    ],
  },
  {
    id: "0199a3f2-7c1e-7aaa-8b3c-1d2e3f4a5b6c",
    in: "notes",
    day: "2026-04-18",
    says: [
      ["user", "hi"],
      ["assistant", "Hello! What shall we do?"],
    ],
  },
  { id: "untouched", in: "shop", day: "2026-06-29", says: [] },
];

/** Writes the sessions as files into a folder. */
export function writeQualitySessions(folder: string): void {
  for (const session of SESSIONS) {
    const start = Date.parse(`${session.day}T10:00:00Z`);
    const entries = session.says.map((said, index) =>
      entryOf(said, start + (index + 1) * MINUTE, session.model),
    );
    const header = { id: session.id, cwd: `${HOME}/${session.in}`, timestamp: iso(start), ...session.header };
    writeSpoken(`${folder}/${session.id}.jsonl`, entries, header);
  }
}

const iso = (time: number) => new Date(time).toISOString();

function entryOf(said: Said, time: number, model = "claude-haiku-4-5") {
  const timestamp = iso(time);
  const message = (fields: object, place: object = {}) => ({
    ...{ type: "message", timestamp, ...place, message: { ...fields, timestamp: time } },
  });
  const answered = { provider: "some", model, stopReason: "stop" };
  const text = (words: string) => [{ type: "text", text: words }];
  switch (said[0]) {
    case "user":
      return message({ role: "user", content: text(said[1]), ...said[2] });
    case "assistant":
      return message({ role: "assistant", content: text(said[1]), ...answered, ...said[2] });
    case "call": {
      const content = [{ type: "toolCall", id: `call${time}`, name: said[1], arguments: said[2] }];
      return message({ role: "assistant", content, ...answered, stopReason: "toolUse" });
    }
    case "run":
      return message({ role: "bashExecution", command: said[1], output: said[2], exitCode: 0 });
    case "back":
      return message({ role: "user", content: text(said[2]) }, { parentId: said[1] });
    case "summary":
      return { type: "branch_summary", timestamp, parentId: said[1], fromId: said[1], summary: said[2] };
    case "label":
      return { type: "label", timestamp, targetId: said[1], label: said[2] };
    case "name":
      return { type: "session_info", timestamp, name: said[1] };
  }
}
