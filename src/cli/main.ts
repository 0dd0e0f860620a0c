import { runProgram } from "./program.ts";

runProgram(process.argv.slice(2));
