/** Returns the folder of an nginx that starts and has the module for Brotli, otherwise undefined. */
export function findNginx(): string | undefined;
/** The program, its module for Brotli, and the list of types, in the folder of an nginx. */
export function programIn(folder: string): string;
export function brotliIn(folder: string): string;
export function typesIn(folder: string): string;
