/** Two pairs of eyes on what leaves the club (product/wallet.md, "Withdrawal"). The database holds the same rule. */

/**
 * Whether somebody of the staff may export what a colleague approved: nobody exports their own money, and from the
 * stored threshold on nobody exports what they approved themselves.
 */
export const mayExport = (
  withdrawal: { amount: bigint; fourEyesFrom: bigint; approvedBy: number | null; userId: number },
  staffId: number,
): boolean =>
  withdrawal.userId !== staffId && (withdrawal.amount < withdrawal.fourEyesFrom || withdrawal.approvedBy !== staffId);
