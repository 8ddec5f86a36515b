export const parts = ['settings', 'files', 'database', 'mail', 'back end', 'realtime', 'proxy'] as const;

export interface Finding {
  part: (typeof parts)[number];
  /** `wrong`: members will notice. `risky`: it works, and may not always. */
  verdict: 'fine' | 'risky' | 'wrong';
  what: string;
  /** What to do. Null if all is well, or if `what` says it. */
  fix: string | null;
}

/** Returns functions that make the findings of a part. */
export const findingsOf = (part: Finding['part']) => ({
  fine: (what: string): Finding => ({ part, verdict: 'fine', what, fix: null }),
  risky: (what: string, fix: string | null = null): Finding => ({ part, verdict: 'risky', what, fix }),
  wrong: (what: string, fix: string | null = null): Finding => ({ part, verdict: 'wrong', what, fix }),
});

/** A check that fails in an unforeseen way is a finding, and the other checks go on. */
export async function withoutFail(part: Finding['part'], check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [findingsOf(part).wrong(`The check failed: ${reasonOf(error)}`)];
  }
}

/** Returns why something failed, without the addresses and secrets that a whole error may hold. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (error.name === 'TimeoutError') return 'no answer in time';
  if (error.cause !== undefined) return reasonOf(error.cause);
  return error.message || String(code);
}
