/** The staff commands for sales. */
import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditStaff, defineCommand, textOption } from '../../club/command';
import { momentOption, textInBothLanguages, wholeNumber } from '../../club/options';
import { readLabel } from '../../contract/labels';
import { decimal } from '../../ledger/ledger';
import { minorUnitsOf } from '../../wallet/wallet';
import { forGrowers, growing } from '../growing-command';
import { GrowingRefused } from '../refused';
import { roomCode } from '../rooms/room-code';
import { tellOfStock } from './live-stock';
import { openSale } from './open-sale';
import { growingSales } from './sales.tables';
import { type SaleRow, statusOf } from './show-sales';

const price = z
  .string()
  .regex(/^\d{1,6}(\.\d{2})?$/, 'is not an amount such as 149.00')
  .transform((typed) => minorUnitsOf(typed.includes('.') ? typed : `${typed}.00`))
  .refine((amount) => amount > 0n, 'has to be more than 0');

/** In hundredths of a percent. */
const share = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, 'is not a percentage such as 70 or 70.5')
  .transform((typed) => Math.round(Number(typed) * 100))
  .refine((hundredths) => hundredths <= 10_000, 'is above 100');

/** `sale create ROOM …` opens a sale of free places in a room. */
export const saleCreate = defineCommand({
  name: 'sale create',
  summary: 'Offer free places of a room for sale; the terms can never be changed',
  positionals: ['room'],
  ...forGrowers,
  options: {
    price: { value: 'EUR', summary: 'for each plant, such as 149.00', required: true },
    total: { value: 'NUMBER', summary: 'how many plants', required: true },
    max: { value: 'NUMBER', summary: 'how many of them one member may have', required: true },
    cycles: { value: 'NUMBER', summary: 'for how many cycles each plant grows', required: true },
    'first-cycle': {
      value: 'NUMBER',
      summary: 'the cycle in which they begin; the room has not begun it',
      required: true,
    },
    from: { value: 'TIME', summary: 'when it starts: now, a date, or a time with its zone', required: true },
    until: { value: 'TIME', summary: 'when it ends', required: true },
    share: { value: 'PERCENT', summary: 'the members’ part of the surplus of each harvest', required: true },
    note: { value: '"GERMAN|ENGLISH"', summary: 'a note on the terms, which members read' },
    strain: { value: 'NAME', summary: 'what is grown; unless given, what the room grew last' },
  },
  details: 'A date means its beginning in UTC; a time is written 2027-01-01T09:00+01:00.',
  given: z.strictObject({
    room: roomCode,
    price,
    total: wholeNumber(1, 999_999),
    max: wholeNumber(1, 999_999),
    cycles: wholeNumber(1, 100),
    'first-cycle': wholeNumber(1, 10_000),
    from: momentOption,
    until: momentOption,
    share,
    note: textInBothLanguages(500).optional(),
    strain: textOption(60).optional(),
  }),
  run: (deps, given, now, actor) =>
    growing(deps, async (tx) => {
      const { sale, room, free } = await openSale(
        tx,
        {
          roomCode: given.room,
          strain: given.strain,
          firstCycle: given['first-cycle'],
          cycles: given.cycles,
          startsAt: given.from === 'now' ? now : given.from,
          endsAt: given.until === 'now' ? now : given.until,
          pricePerPlant: given.price,
          total: given.total,
          maxPerMember: given.max,
          memberShare: given.share,
          termsNote: given.note?.en,
          termsNoteDe: given.note?.de,
        },
        now,
      );
      const data = asData(sale, now);
      await auditStaff(tx, now, { actor, action: 'sale.created', detail: data });
      await tellOfStock(tx, deps, sale.label, now);
      return {
        lines: [
          `Created ${sale.label}: ${sale.strain} in room ${room.code} (${room.nameDe} / ${room.name}), ${data.status}.`,
          `From ${data.starts_at} until ${data.ends_at}.`,
          `${sale.total} plants for ${data.price_per_plant} ${sale.currency} each, at most ${sale.maxPerMember} for each member.`,
          `They grow for ${sale.cycles} cycles, ${sale.firstCycle} to ${data.last_cycle}. Members get ${data.member_share_percent} % of the surplus.`,
          `${free - sale.total} of ${room.places} places of the room stay free in these cycles.`,
          ...(given.note ? [`Note: ${given.note.de} / ${given.note.en}`] : []),
        ],
        data,
      };
    }),
});

/** `sale close LABEL` ends a sale early, and frees what is left of its stock for another one. */
export const saleClose = defineCommand({
  name: 'sale close',
  summary: 'Close a sale: nothing more is sold, and what is left may be sold in another one',
  positionals: ['label'],
  ...forGrowers,
  options: {},
  details: 'Orders that are not paid yet may still be paid.',
  given: z.strictObject({ label: z.string() }),
  run: (deps, given, now, actor) =>
    growing(deps, async (tx) => {
      const label = readLabel(given.label, 'SL');
      if (!label) throw new GrowingRefused(`${given.label} is not the label of a sale.`);
      const [sale] = await tx.select().from(growingSales).where(eq(growingSales.label, label)).for('update');
      if (!sale) throw new GrowingRefused(`There is no sale ${label}.`);
      if (sale.closedAt) throw new GrowingRefused(`${label} was closed on ${sale.closedAt.toISOString()}.`);
      const closedAt = sale.endsAt < now ? sale.endsAt : now;
      await tx.update(growingSales).set({ closedAt }).where(eq(growingSales.label, label));
      const detail = { sale: label, sold: sale.sold, reserved: sale.reserved, total: sale.total };
      await auditStaff(tx, now, { actor, action: 'sale.closed', detail });
      await tellOfStock(tx, deps, label, now);
      return {
        lines: [
          `Closed ${label}: ${sale.sold} of ${sale.total} plants are sold, ${sale.reserved} reserved by unpaid orders.`,
        ],
        data: detail,
      };
    }),
});

/** `sale list` shows all sales; those that end last come first. */
export const saleList = defineCommand({
  name: 'sale list',
  summary: 'List the sales with their stock',
  positionals: [],
  ...forGrowers,
  options: {},
  given: z.strictObject({}),
  run: (deps, _, now, actor) =>
    growing(deps, async (tx) => {
      const rows = await tx.select().from(growingSales).orderBy(desc(growingSales.endsAt), growingSales.label);
      await auditStaff(tx, now, { actor, action: 'sales.listed' });
      const sales = rows.map((sale) => asData(sale, now));
      return { lines: sales.length > 0 ? sales.map(lineOf) : ['There is no sale.'], data: { sales } };
    }),
});

const asData = (sale: SaleRow, now: Date) => ({
  sale: sale.label,
  room: sale.roomCode,
  strain: sale.strain,
  status: statusOf(sale, now),
  sold: sale.sold,
  reserved: sale.reserved,
  total: sale.total,
  max_per_member: sale.maxPerMember,
  price_per_plant: decimal(sale.pricePerPlant, sale.currency),
  first_cycle: sale.firstCycle,
  last_cycle: sale.firstCycle + sale.cycles - 1,
  member_share_percent: (sale.memberShare / 100).toFixed(2),
  starts_at: sale.startsAt.toISOString(),
  ends_at: (sale.closedAt ?? sale.endsAt).toISOString(),
});

const lineOf = (sale: ReturnType<typeof asData>): string =>
  [
    `${sale.sale}  ${sale.room}  ${sale.strain}  ${sale.status}`,
    `${sale.sold} sold and ${sale.reserved} reserved of ${sale.total}`,
    `${sale.price_per_plant} EUR`,
    `cycles ${sale.first_cycle} to ${sale.last_cycle}`,
    `${sale.starts_at.slice(0, 10)} to ${sale.ends_at.slice(0, 10)}`,
  ].join('  ');
