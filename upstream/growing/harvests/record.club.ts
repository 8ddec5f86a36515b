/** Staff commands that write the statement of a harvest. Nothing of them moves money. Rules: docs/product/growing.md. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, auditStaff, CommandFailed, defineCommand, type Outcome, textOption } from '../../club/command';
import type { Tx } from '../../database/database';
import { findFailure } from '../../database/failures';
import { transaction } from '../../database/transaction';
import { harvestId, readHarvestId, versionId } from './harvest-id';
import { findPaid, type HarvestTerms, recordHarvest } from './harvests';
import type { HarvestCost } from './harvests.tables';
import { asData, describeStatement, percent, sizeOf } from './statement-lines';

const permission = 'harvests.manage';

const Grams = z.coerce.number('is a whole number').int('is a whole number').min(0).max(1_000_000_000);
const Cycle = z.coerce.number('is a whole number').int('is a whole number').min(1).max(999_999);
const Money = z
  .string()
  .regex(/^\d{1,10}(\.\d{2})?$/, 'is an amount such as 1234.50')
  .transform((text) => BigInt(text.includes('.') ? text.replace('.', '') : `${text}00`));
const Percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, 'is a percentage such as 70 or 62.5')
  .transform((text) => Math.round(Number(text) * 100))
  .refine((share) => share <= 10_000, 'is at most 100');

/** `German|English`; one text serves both languages. */
function inBoth(text: string): { de: string; en: string } {
  const [de = '', en = de] = text.split('|').map((part) => part.trim());
  return { de, en };
}
const isWithin = (longest: number) => (text: string) =>
  text.split('|').length <= 2 && Object.values(inBoth(text)).every((part) => part !== '' && part.length <= longest);

const Cost = z.string().transform((text, context): HarvestCost => {
  const [, title = '', amount = ''] = /^(.*)=([^=]*)$/.exec(text) ?? [];
  const parsed = Money.safeParse(amount.trim());
  if (!parsed.success || !isWithin(80)(title)) {
    context.addIssue(`“${text}” is not a title and an amount, such as "Strom|power=1234.50"`);
    return z.NEVER;
  }
  const { de, en } = inBoth(title);
  return { title: en, title_de: de, amount: Number(parsed.data) };
});
const Costs = z.array(Cost).max(40, 'are at most 40').default([]);
const Reason = textOption(601)
  .refine(isWithin(300), 'is "German|English", each of at most 300 characters')
  .transform(inBoth);

const measured = {
  grams: { value: 'GRAMS', summary: 'the weight of the whole harvest', required: true },
  revenue: { value: 'AMOUNT', summary: 'what it was sold for, in euro', required: true },
  cost: { value: '"TITLE=AMOUNT"', summary: 'a cost; the title is "German|English" or one for both', repeatable: true },
};
const details = [
  'It prints the statement and posts nothing: harvest approve does. It needs the permission harvests.manage. The share',
  'may be more than the sales of the plants promised, and never less.',
].join('\n');

export const harvestRecord = defineCommand({
  name: 'harvest record',
  summary: 'Record the harvest of a room, once its cycle is weighed',
  positionals: ['room'],
  proof: 'required',
  permission,
  options: {
    cycle: { value: 'N', summary: 'the cycle', required: true },
    ...measured,
    share: { value: 'PERCENT', summary: 'the members’ part of the surplus', required: true },
  },
  details,
  given: z.strictObject({
    room: z.string().toUpperCase(),
    ...{ cycle: Cycle, grams: Grams, revenue: Money, cost: Costs, share: Percent },
  }),
  run: ({ db }, { room: roomCode, cycle, grams, revenue, cost: costs, share: memberShare }, now, actor) =>
    transaction(db, async (tx) => {
      if (await findPaid(tx, { roomCode, cycle })) {
        throw new CommandFailed(`${harvestId({ roomCode, cycle })} is paid: a mistake in it needs harvest correct.`);
      }
      return record(tx, { roomCode, cycle, grams, revenue, costs, memberShare }, actor, now);
    }),
});

export const harvestCorrect = defineCommand({
  name: 'harvest correct',
  summary: 'Record the right statement of a harvest that was paid with a mistake',
  positionals: ['id'],
  proof: 'required',
  permission,
  options: {
    ...measured,
    share: { value: 'PERCENT', summary: 'the members’ part of the surplus, as before unless given' },
    reason: { value: 'TEXT', summary: 'why, as "German|English"; the members read it', required: true },
  },
  details: [
    'Give the whole statement as it should have been. Its approval posts the differences: who had too little gets the',
    `rest, and who had too much keeps it until the next harvest payouts, which are less by it. ${details}`,
  ].join('\n'),
  given: z.strictObject({
    id: z.string(),
    ...{ grams: Grams, revenue: Money, cost: Costs, share: Percent.optional(), reason: Reason },
  }),
  run: ({ db }, { id, grams, revenue, cost: costs, share, reason }, now, actor) =>
    transaction(db, async (tx) => {
      const named = readHarvestId(id);
      const paid = named && (await findPaid(tx, named));
      if (!paid) throw new CommandFailed(`There is no paid harvest ${id}.`);
      const { roomCode, cycle } = paid;
      const terms = { roomCode, cycle, grams, revenue, costs, memberShare: share ?? paid.memberShare, reason };
      return record(tx, terms, actor, now);
    }),
});

async function record(tx: Tx, terms: HarvestTerms, actor: Actor, now: Date): Promise<Outcome> {
  await requirePromise(tx, terms);
  const harvest = await recordHarvest(tx, terms, actor.id, now).catch((error: unknown) => {
    throw refusalOf(error, terms);
  });
  const id = versionId(harvest);
  await auditStaff(tx, now, {
    actor,
    action: terms.reason ? 'harvest.corrected' : 'harvest.recorded',
    detail: { harvest: id, pool: String(harvest.pool), ...(terms.reason && { reason: terms.reason.en }) },
  });
  const needsTwo = (await sizeOf(tx, harvest)) >= harvest.fourEyesFrom;
  return {
    lines: [
      ...(await describeStatement(tx, harvest)),
      'Nothing is posted yet, and no member sees it.',
      `${needsTwo ? 'Another member of the staff approves it' : 'Approve it'}: npm run club -- harvest approve ${id}`,
      `Or discard it: npm run club -- harvest discard ${id} --reason …`,
    ],
    data: { ...asData(harvest), needs_another: needsTwo },
  };
}

/** Throws CommandFailed if a sale of the plants promised a larger share. The database refuses it too. */
async function requirePromise(tx: Tx, { roomCode, cycle, memberShare }: HarvestTerms): Promise<void> {
  const { rows } = await tx.execute<{ label: string; share: number }>(sql`
    select s.label, s.member_share as share from growing_harvested(${roomCode}, ${cycle}) h
      join growing_plants p on p.room_code = ${roomCode} and p.position = h.place
      join growing_sales s on s.label = p.sale_label
      where s.member_share > ${memberShare} order by s.member_share desc, s.label limit 1`);
  const [promised] = rows;
  if (!promised) return;
  throw new CommandFailed(
    `Sale ${promised.label} promised its plants ${percent(promised.share)} %. Nothing was recorded.`,
  );
}

function refusalOf(error: unknown, terms: HarvestTerms): unknown {
  const failure = findFailure(error);
  const id = harvestId(terms);
  const words: Record<string, string> = {
    growing_harvests_weighed: `Cycle ${terms.cycle} of ${terms.roomCode} is not weighed: its room has to be resting first.`,
    growing_harvests_one_open: `${id} has a version that is neither paid nor discarded: harvest list shows it.`,
    growing_harvests_same_plants: `The plants of ${id} are not those that were paid for. Nothing was recorded.`,
    growing_harvests_promise: `A sale of the plants of ${id} has another currency. Nothing was recorded.`,
  };
  const said = words[failure?.constraint ?? ''];
  return said ? new CommandFailed(said) : error;
}
