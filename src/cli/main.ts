import { survivesGoneReaders } from "./gone-readers.ts";
import { runProgram } from "./program.ts";

survivesGoneReaders();
runProgram(process.argv.slice(2));
