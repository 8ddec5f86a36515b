/** What the processes of a club tell each other. Versions that follow one another run side by side for a while. */
import { z } from 'zod';

const Event = z.object({
  channels: z.array(z.string()),
  event: z.string(),
  data: z.string(),
  except: z.string().optional(),
});
const Present = z.object({ channel: z.string(), id: z.string(), info: z.unknown() });

const Said = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), event: Event }),
  /** An event of a client: that somebody types. It may get lost. */
  z.object({ kind: z.literal('frame'), channel: z.string(), frame: z.string(), except: z.string() }),
  z.object({ kind: z.literal('send_away'), channel: z.string() }),
  z.object({ kind: z.literal('terminate'), userId: z.string() }),
  /** A socket of another process has a signature for these channels. `agoMs` ago its session was looked for. */
  z.object({
    kind: z.literal('signed'),
    socketId: z.string(),
    channels: z.array(z.string()),
    agoMs: z.number().nullable(),
  }),
  Present.extend({ kind: z.literal('joined') }),
  z.object({ kind: z.literal('left'), channel: z.string(), id: z.string() }),
  /** Everybody in the presence channels of the process, and the events that its cache channels keep. */
  z.object({
    kind: z.literal('state'),
    present: z.array(Present),
    kept: z.array(z.object({ channel: z.string(), frame: z.string(), leftMs: z.number() })),
  }),
  /** All others say their state. */
  z.object({ kind: z.literal('ask') }),
]);

export type Said = z.infer<typeof Said>;

/** Returns null for what a newer version says, and for the rest of what was begun before this process listened. */
export function readSaid(words: string): Said | null {
  try {
    return Said.safeParse(JSON.parse(words)).data ?? null;
  } catch {
    return null;
  }
}
