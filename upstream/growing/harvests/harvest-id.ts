/** The names of a harvest: `H2-13` is room and cycle, `H2-13.2` the second version of its statement. */

/** One version of the statement of a harvest. */
export interface HarvestVersion {
  roomCode: string;
  cycle: number;
  version: number;
}

export const harvestId = ({ roomCode, cycle }: Pick<HarvestVersion, 'roomCode' | 'cycle'>) => `${roomCode}-${cycle}`;

export const versionId = (harvest: HarvestVersion) => `${harvestId(harvest)}.${harvest.version}`;

/** The key of the ledger entry of the approval. */
export const approvalKey = (harvest: HarvestVersion) => `harvest:${harvestId(harvest)}:${harvest.version}`;

/** The key of the ledger entry that settles the share of a member. */
export const shareKey = (harvest: HarvestVersion, userId: number) => `${approvalKey(harvest)}:${userId}`;

/** Reads what somebody typed: `h2-13`, `H2-13.2`. Returns null if it names no harvest. */
export function readHarvestId(typed: string): (Omit<HarvestVersion, 'version'> & { version: number | null }) | null {
  const [, roomCode, cycle, version] = /^([a-z][a-z0-9]{0,5})-(\d{1,6})(?:\.(\d{1,2}))?$/i.exec(typed.trim()) ?? [];
  if (!roomCode || !cycle) return null;
  return { roomCode: roomCode.toUpperCase(), cycle: Number(cycle), version: version ? Number(version) : null };
}
