// Loaded into vitest's processes, and into servers and commands of tests, which open the embedded database. V8 compiles its WebAssembly twice: at once, and
// better while it runs. A test ends before the second pays, and it takes more than half of the time of an opening.
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--liftoff-only');
