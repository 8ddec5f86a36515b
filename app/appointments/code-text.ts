/** Returns the code of a ticket in groups of four, as people read it out: `QX7M-11DD-80AB`. */
export const codeText = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code;
