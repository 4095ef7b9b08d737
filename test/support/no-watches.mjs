// Loaded before a program: the system has no watches left for it.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

fs.watch = () => {
  throw Object.assign(new Error("ENOSPC: System limit for number of file watchers reached"), {
    code: "ENOSPC",
  });
};
syncBuiltinESMExports();
