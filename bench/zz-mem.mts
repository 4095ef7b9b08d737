import { readFileSync, rmSync } from "node:fs";
import { TerminalProgram } from "../test/support/terminal.ts";
import { setTimeout } from "node:timers/promises";
const store = process.argv[2] ?? "/tmp/treeline-bench-0/10000-7-words/sessions"; const cache=process.argv[3] ?? "/tmp/zz-c1"; const cli=process.argv[4]??"dist/cli.js";
if (process.argv[5]!=="warm") rmSync(cache,{recursive:true,force:true});
const mem=(p:TerminalProgram)=>{ const s=readFileSync(`/proc/${p.pid}/status`,"utf8"); return /VmHWM:\s+(\d+)/.exec(s)![1]+"/"+/VmRSS:\s+(\d+)/.exec(s)![1]; };
for (const run of process.argv[5]==="warm"?["warm"]:["cold","warm"]) {
const start=performance.now();
const p=new TerminalProgram({command:process.execPath,args:[cli,"--all","--session-dir",store],env:{HOME:"/nonexistent",PATH:process.env.PATH??"",TREELINE_CACHE_DIR:cache},cwd:process.cwd(),columns:120,rows:40});
await p.waitFor(s=>s.some(r=>r.startsWith("❯")),60000); console.log(run,"first rows",(performance.now()-start).toFixed(0),mem(p));
await p.waitFor(([t="",...r])=>!/\d\/\d/.test(t)&&/of [\d,]{3,}/.test(r.join("\n")),120000); console.log("listed",(performance.now()-start).toFixed(0),mem(p));
await setTimeout(1500);
await p.waitFor(s=>!/indexed/.test(s.join("\n")),240000); console.log("indexed",(performance.now()-start).toFixed(0),mem(p));
await setTimeout(1000);
p.write("baco"); const t=performance.now(); await p.waitFor(s=>/\d+ hits?|\d\/\d+ \w+:/.test(s.join("\n"))); console.log("search", (performance.now()-t).toFixed(0), mem(p));
p.write(" total"); await setTimeout(1500); console.log(mem(p));
p.write("\x03"); await p.exited; }
process.exit(0);
