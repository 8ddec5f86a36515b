/** The appointments of the demo club, with tickets of its members. Nobody is told. */
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { renderMarkdown } from '../club/markdown';
import type { Tx } from '../database/database';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { type DemoParty, labelFor, listDemoMembers, listParties, timesOf } from './appointments.seed-parties';
import { coming, type DemoAppointment, past } from './appointments.seed-texts';
import { appointments } from './appointments.tables';
import { appointmentTickets } from './tickets/tickets.tables';
import { textsIn } from './tickets/tickets.texts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

const demos = [...past, ...coming];

/** Writes appointments around `now`, and the tickets that cost nothing. Does nothing if there is any appointment. */
export async function seedAppointments({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    const members = await listDemoMembers(tx);
    if (members.length === 0 || (await tx.$count(appointments)) > 0) return;
    await tx.insert(appointments).values(demos.map((demo) => rowOf(demo, now)));
    for (const demo of demos) {
      if (demo.price === undefined) await seedTickets(tx, demo, listParties(demo, members, now), now);
      if (demo.canceled) await cancel(tx, demo, demo.canceled, now);
    }
    // Nobody is reminded of the past, and the tickets that cost something come with their orders.
    const labels = past.map(labelFor);
    const over = { remindedAt: appointments.startsAt, finishedAt: appointments.endsAt };
    await tx
      .update(appointments)
      .set({ remindedAt: sql`${over.remindedAt}`, finishedAt: sql`${over.finishedAt}` })
      .where(inArray(appointments.label, labels));
  });
}

function rowOf(demo: DemoAppointment, now: Date): typeof appointments.$inferInsert {
  const { kind, title, description, zone: timezone, location, onlineUrl, capacity, price, isFeatured } = demo;
  const times = timesOf(demo, now);
  const createdAt = after(now, (Math.min(demo.opens, 0) - 6) * dayMs);
  return {
    ...{ label: labelFor(demo), kind, timezone, location, onlineUrl, capacity, price, ...times },
    ...{ title: title.en, titleDe: title.de, description: description.en, descriptionDe: description.de },
    descriptionHtml: htmlOf(description.en),
    descriptionHtmlDe: htmlOf(description.de),
    programme: (demo.programme ?? []).map(({ at, ...item }) => ({
      at: after(times.startsAt, at * 60_000).toISOString(),
      ...item,
    })),
    speakers: demo.speakers ?? [],
    ...{ isFeatured: isFeatured ?? false, createdAt, updatedAt: createdAt },
  };
}

const htmlOf = (markdown: string): string => renderMarkdown(markdown.split('\n'), 0);

async function seedTickets(tx: Tx, demo: DemoAppointment, parties: DemoParty[], now: Date): Promise<void> {
  // Those with places come first, and each list is in the order of its registration.
  for (const waits of [false, true]) {
    const rows = parties.filter((party) => party.waits === waits).map((party) => ticketOf(demo, party));
    if (rows.length > 0) await tx.insert(appointmentTickets).values(rows);
  }
  const offered = parties.find(({ ends }) => ends === 'offered');
  if (offered) await offerPlace(tx, parties, offered, now);
  if (demo.days < 0 && demo.kind === 'onsite') await closeDoor(tx, demo, parties, now);
}

const ticketOf = (demo: DemoAppointment, { code, userId, name, guests, notes, createdAt, waits }: DemoParty) => ({
  ...{ code, userId, name, guests, notes, createdAt, changedAt: createdAt },
  ...{ appointmentLabel: labelFor(demo), places: 1 + guests.length },
  status: waits ? ('waitlisted' as const) : ('registered' as const),
});

/** Three hours ago somebody who had come alone canceled. */
async function offerPlace(tx: Tx, parties: DemoParty[], { code }: DemoParty, now: Date): Promise<void> {
  const at = after(now, -3 * hourMs);
  const alone = parties.find(({ guests, waits }) => guests.length === 0 && !waits);
  if (!alone) throw new Error('Nobody comes alone');
  await tx
    .update(appointmentTickets)
    .set({ status: 'canceled', changedAt: at })
    .where(eq(appointmentTickets.code, alone.code));
  await tx
    .update(appointmentTickets)
    .set({ status: 'offered', offerExpiresAt: after(at, dayMs), changedAt: at })
    .where(eq(appointmentTickets.code, code));
}

/** Every ninth party did not come. Nobody checks tickets in online. */
async function closeDoor(tx: Tx, demo: DemoAppointment, parties: DemoParty[], now: Date): Promise<void> {
  const { startsAt, endsAt } = timesOf(demo, now);
  const isAbsent = ({ ends }: DemoParty, index: number) => ends === 'no_show' || index % 9 === 8;
  const ofThis = eq(appointmentTickets.appointmentLabel, labelFor(demo));
  const absent = parties.filter(isAbsent).map(({ code }) => code);
  if (absent.length > 0)
    await tx
      .update(appointmentTickets)
      .set({ status: 'no_show', changedAt: endsAt })
      .where(and(ofThis, inArray(appointmentTickets.code, absent)));
  const came = sql<Date>`${startsAt.toISOString()}::timestamptz - (${appointmentTickets.id} % 15) * interval '1 minute'`;
  await tx
    .update(appointmentTickets)
    .set({ status: 'checked_in', checkedInAt: came, changedAt: came })
    .where(and(ofThis, eq(appointmentTickets.status, 'registered')));
}

/** As the staff cancel an appointment that costs nothing. */
async function cancel(
  tx: Tx,
  demo: DemoAppointment,
  { daysAgo, reason }: NonNullable<DemoAppointment['canceled']>,
  now: Date,
): Promise<void> {
  const at = after(now, -daysAgo * dayMs);
  await tx
    .update(appointments)
    .set({ canceledAt: at, canceledReason: reason.en, canceledReasonDe: reason.de, updatedAt: at })
    .where(eq(appointments.label, labelFor(demo)));
  await tx
    .update(appointmentTickets)
    .set({ status: 'canceled', why: 'club', changedAt: at })
    .where(and(eq(appointmentTickets.appointmentLabel, labelFor(demo)), ne(appointmentTickets.status, 'canceled')));
}

/** The smallest deposit. It is enough for a party of two. */
const deposit = 5000n;

/** Returns the tickets that were bought, for the seed of the wallets. Anna has enough money. */
export async function listPastTickets(tx: Tx, now: Date) {
  const members = await listDemoMembers(tx);
  const anna = members.find(({ email }) => email === 'anna@example.org');
  const paid = demos.flatMap((demo) => (demo.price === undefined ? [] : [{ ...demo, price: demo.price }]));
  return paid.flatMap((demo) =>
    listParties(demo, members, now).map((party) => ({
      ...{ userId: party.userId, at: party.createdAt, price: demo.price, places: 1 + party.guests.length },
      title: { en: textsIn('en').ticketFor(demo.title.en), de: textsIn('de').ticketFor(demo.title.de) },
      deposit: party.userId === anna?.id ? null : deposit,
      write: async (here: Tx, orderLabel: string) => {
        const row = { ...ticketOf(demo, party), status: 'reserved' as const, orderLabel };
        await here.insert(appointmentTickets).values(row);
        const ofParty = eq(appointmentTickets.code, party.code);
        await here.update(appointmentTickets).set({ status: 'registered' }).where(ofParty);
        if (demo.days < 0) await closeDoor(here, demo, [party], now);
      },
    })),
  );
}
