/** The least that a look at a store takes: every file is asked for its size and time, nothing is read. */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

const store = process.argv[2] ?? ".";
let bytes = 0;
for (const folder of readdirSync(store)) {
  for (const name of readdirSync(join(store, folder))) bytes += lstatSync(join(store, folder, name)).size;
}
process.stdout.write(String(bytes));
