import { runProgram } from './program.mjs';

await runProgram('conformance');
