/** Four eyes for money that leaves the club (docs/product/wallet.md#withdrawal). The database has the same rule. */

/**
 * Returns whether a staff member may export an approved withdrawal. Nobody exports their own money. From the stored
 * threshold on, nobody exports what they approved themselves.
 */
export const mayExport = (
  withdrawal: { amount: bigint; fourEyesFrom: bigint; approvedBy: number | null; userId: number },
  staffId: number,
): boolean =>
  withdrawal.userId !== staffId && (withdrawal.amount < withdrawal.fourEyesFrom || withdrawal.approvedBy !== staffId);
