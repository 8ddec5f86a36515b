export const verifierFile: string;
export function writeVerifier(): Promise<string>;
