#!/usr/bin/env node
// Runs the program that came as an optional dependency for this system, and ends as it ends.
"use strict";
const { spawn } = require("child_process");

const platform = `@sudoku-press/${process.platform}-${process.arch}`;
const name = process.platform === "win32" ? "sudoku-press.exe" : "sudoku-press";
let program;
try {
  program = require.resolve(`${platform}/bin/${name}`);
} catch {
  console.error(
    `expected the package ${platform}, found none: install again without --omit=optional; ` +
      "a system without such a package needs Rust (cargo install sudoku-press)",
  );
  process.exit(1);
}

const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// A signal to this process alone is handed on. One of the terminal reaches both: the program decides what it means.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`expected to start ${program}, found: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
