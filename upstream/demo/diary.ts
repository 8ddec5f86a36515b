/** The diary of a demo club: what the other side did since the server started, for the page that tells it. */
import type { DeedName } from '../contract/demo';

/** What the bank, the staff or other members did. */
export interface Deed {
  what: DeedName;
  /** The member whom it concerns. Without one, everybody may read it. */
  userId?: number;
  name?: string;
  path?: string;
}

type Entry = Deed & { id: number; at: Date };

/** Older ones are forgotten. */
const kept = 500;
const shown = 30;

export type Diary = ReturnType<typeof createDiary>;

export function createDiary() {
  let entries: Entry[] = [];
  let last = 0;
  const show = ({ id, at, what, name, path }: Entry) => ({
    ...{ id, at: at.toISOString(), what },
    ...{ name: name ?? null, path: path ?? null },
  });
  return {
    note(deed: Deed, at: Date) {
      const entry = { ...deed, id: ++last, at };
      entries = [entry, ...entries].slice(0, kept);
      return show(entry);
    },
    /** Returns what a member may read, newest first. */
    listFor: (userId: number) =>
      entries
        .filter((entry) => entry.userId === undefined || entry.userId === userId)
        .slice(0, shown)
        .map(show),
  };
}
