/** The staff commands for appointments. */
import { asc, desc, gt, lte } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, auditStaff, type ClubCommand, CommandFailed, defineCommand, type Outcome } from '../club/command';
import { BadFile } from '../club/front-matter';
import { readInput } from '../club/input-file';
import { textInBothLanguages, wholeNumber } from '../club/options';
import type { Tx } from '../database/database';
import type { Deps } from '../deps';
import { proposeOrConfirm } from '../identity/identity';
import { decimal } from '../ledger/ledger';
import { newLabel, walletConfig } from '../wallet/wallet';
import { type AppointmentRow, statusOf } from './appointment-times';
import { appointments } from './appointments.tables';
import { appointmentCheckIn } from './door/door.club';
import { timeAtPlace } from './notices/words';
import { parseAppointmentFile, urlRule } from './staff/appointment-file';
import { cancelAppointment, lockCancelable, readCosts } from './staff/cancel-appointment';
import { changeAppointment } from './staff/change';
import { forHosts, hosting, labelTyped } from './staff/refused';
import { isClock } from './staff/wall-clock';

const format = `FILE is in UTF-8:

  ---
  kind: onsite
  title-en: Harvest feast
  title-de: Erntefest
  starts: 2027-09-25 16:00
  ends: 2027-09-25 22:00
  timezone: Europe/Berlin
  location: Scheune, Lindenhof 3, 29525 Uelzen
  capacity: 120
  price: 12.00
  opens: 2027-08-01 09:00
  closes: 2027-09-24 18:00
  cancel-until: 2027-09-20 18:00
  featured: yes
  ---
  <!-- en -->
  A meal at **long tables**.
  <!-- de -->
  Ein Essen an **langen Tischen**.
  <!-- programme -->
  16:00 Einlass|Doors open / mit Saft|with juice
  17:00 Essen|Meal
  <!-- speakers -->
  Greta Holm: Vorstand|Board

Times are those of a clock at the place. An online appointment has a url (https) instead of a location; only holders of
a ticket see it, from an hour before the start. timezone, price, opens (now), closes and cancel-until (the start),
featured, programme and speakers may be left out. The price is that of one place, and can never be changed.`;

/** `appointment create FILE` */
export const appointmentCreate = defineCommand({
  name: 'appointment create',
  summary: 'Create an appointment from a file; members see it at once',
  positionals: ['file'],
  file: 'file',
  ...forHosts,
  options: {},
  details: format,
  given: z.strictObject({ file: z.string() }),
  run: (deps, { file }, now, actor) =>
    hosting(deps, async (tx) => {
      const draft = reading('The file', () => parseAppointmentFile(file, now));
      const times = { createdAt: now, updatedAt: now };
      const [row] = await tx
        .insert(appointments)
        .values({ label: newLabel('AP'), ...draft, ...times, staffId: actor.id })
        .returning();
      if (!row) throw new Error('The appointment was not written');
      await auditStaff(tx, now, { actor, action: 'appointment.created', detail: { appointment: row.label } });
      return { lines: [`Created ${lineOf(row, now)}`], data: describe(row, now, deps) };
    }),
});

const clock = z.string().refine(isClock, 'is not a time at the place such as 2027-09-25 16:00');

/** `appointment change LABEL …` */
export const appointmentChange = defineCommand({
  name: 'appointment change',
  summary: 'Change an appointment; holders are told of another time or place, with the old one',
  positionals: ['label'],
  path: 'text',
  ...forHosts,
  options: {
    starts: { value: 'TIME', summary: 'at the place, such as "2027-09-25 16:00"; what depends on it moves along' },
    ends: { value: 'TIME', summary: 'when it ends' },
    opens: { value: 'TIME', summary: 'when registration opens' },
    closes: { value: 'TIME', summary: 'when registration closes' },
    'cancel-until': { value: 'TIME', summary: 'until when a paid ticket can be canceled' },
    location: { value: 'TEXT', summary: 'where it is' },
    url: { value: 'URL', summary: 'the address of an online appointment; nobody is told' },
    capacity: { value: 'NUMBER', summary: 'places, guests included; new ones are offered to those who wait' },
    featured: { value: 'YES|NO', summary: 'whether the page Event shows it' },
    title: { value: '"GERMAN|ENGLISH"', summary: 'another title' },
    text: { value: 'FILE', summary: 'other texts: the sections of the file of appointment create' },
  },
  details: 'The price and the kind cannot be changed. A capacity below the places that are taken is refused.',
  given: z.strictObject({
    label: z.string(),
    ...{ starts: clock.optional(), ends: clock.optional(), opens: clock.optional(), closes: clock.optional() },
    'cancel-until': clock.optional(),
    location: z.string().trim().min(1, 'is empty').max(200, 'has more than 200 characters').optional(),
    url: z.string().refine(urlRule.isRight, urlRule.rule).optional(),
    capacity: wholeNumber(1, 99_999).optional(),
    featured: z.enum(['yes', 'no'], 'is yes or no').optional(),
    title: textInBothLanguages(120).optional(),
    text: z.string().optional(),
  }),
  run: async (deps, { label: typed, featured, text, 'cancel-until': cancelUntil, ...given }, now, actor) => {
    const label = labelTyped(typed);
    const lines = text === undefined ? undefined : await readLines(text);
    const isFeatured = featured && featured === 'yes';
    const wanted = { ...given, cancelUntil, isFeatured, text: lines };
    return hosting(deps, async (tx) => {
      const changed = await changeAppointment(tx, deps, { label, wanted }, now).catch((error: unknown) => {
        throw error instanceof BadFile ? new CommandFailed(`${text}, line ${error.line}: ${error.message}.`) : error;
      });
      const { appointment, fields, told } = changed;
      await auditStaff(tx, now, { actor, action: 'appointment.changed', detail: { appointment: label, fields } });
      const lines = [
        `Changed ${lineOf(appointment, now)}`,
        `Different: ${fields.join(', ')}. ${told === 0 ? 'Nobody is told.' : `Told: the members of ${ticketsOf(told)}.`}`,
      ];
      return { lines, data: { ...describe(appointment, now, deps), changed: fields, told } };
    });
  },
});

/** `appointment cancel LABEL --reason …` */
export const appointmentCancel = defineCommand({
  name: 'appointment cancel',
  summary: 'Cancel an appointment: all tickets end, what they cost is paid back, and their members are told',
  positionals: ['label'],
  ...forHosts,
  options: { reason: { value: '"GERMAN|ENGLISH"', summary: 'why; the members read it', required: true } },
  details:
    'It cannot be undone. If it pays back the amount four_eyes_from of config/wallet.json or more, a colleague has to confirm it.',
  given: z.strictObject({ label: z.string(), reason: textInBothLanguages(300) }),
  run: (deps, { label, reason }, now, actor) =>
    hosting(deps, (tx) => cancel(tx, deps, { label: labelTyped(label), reason, actor }, now)),
});

async function cancel(
  tx: Tx,
  deps: Deps,
  { label, reason, actor }: { label: string; reason: { en: string; de: string }; actor: Actor },
  now: Date,
): Promise<Outcome> {
  const appointment = await lockCancelable(tx, label, now);
  const { tickets, refunds } = await readCosts(tx, label);
  const amount = `${decimal(refunds, appointment.currency)} ${appointment.currency}`;
  let told = reason;
  if (refunds >= walletConfig.withdrawal.four_eyes_from) {
    const { permission } = forHosts;
    const summary = `Cancel ${label}, ${appointment.title}: ${ticketsOf(tickets)}, ${amount} go back`;
    const typed = `${reason.de}|${reason.en}`;
    const act = { actor, kind: 'appointment cancel', permission, subject: label, summary, payload: { label } };
    const decision = await proposeOrConfirm(tx, { ...act, reason: typed }, now);
    if ('waits' in decision) return decision.waits;
    told = textInBothLanguages(300).parse(decision.confirmed.reason);
  }
  await cancelAppointment(tx, deps, { label, reason: told }, now);
  const detail = { appointment: label, tickets, refunds: String(refunds) };
  await auditStaff(tx, now, { actor, action: 'appointment.canceled', detail });
  return {
    lines: [
      `Canceled ${label}, ${appointment.titleDe} / ${appointment.title}: ${ticketsOf(tickets)} canceled, ${amount} go back.`,
    ],
    data: { label, tickets, refunds: decimal(refunds, appointment.currency) },
  };
}

/** `appointment list` */
export const appointmentList = defineCommand({
  name: 'appointment list',
  summary: 'The appointments that have not ended, with their places; --past for the others',
  positionals: [],
  ...forHosts,
  options: {
    past: { summary: 'those that have ended, the newest first' },
    limit: { value: 'NUMBER', summary: 'how many, 50 unless given' },
  },
  given: z.strictObject({ past: z.boolean().default(false), limit: wholeNumber(1, 1000).default(50) }),
  run: async (deps, { past, limit }, now) => {
    const { startsAt, endsAt, label } = appointments;
    const rows = await deps.db
      .select()
      .from(appointments)
      .where(past ? lte(endsAt, now) : gt(endsAt, now))
      .orderBy(past ? desc(startsAt) : asc(startsAt), asc(label))
      .limit(limit);
    const lines = rows.length > 0 ? rows.map((row) => lineOf(row, now)) : ['There are no such appointments.'];
    return { lines, data: { appointments: rows.map((row) => describe(row, now, deps)) } };
  },
});

/** The staff commands of appointments, in the order of the usage. */
export const appointmentCommands: readonly ClubCommand[] = [
  appointmentCreate,
  appointmentChange,
  appointmentCancel,
  appointmentList,
  appointmentCheckIn,
];

/** The sections of a file are read by its lines. */
const longestFile = 256 * 1024;

async function readLines(path: string): Promise<string[]> {
  const bytes = await readInput(path, longestFile);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.split(/\r?\n/).map((line) => line.trimEnd());
  } catch {
    throw new CommandFailed(`${path} is not in UTF-8.`);
  }
}

function reading<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof BadFile ? new CommandFailed(`${name}, line ${error.line}: ${error.message}.`) : error;
  }
}

const describe = (row: AppointmentRow, now: Date, { config }: Pick<Deps, 'config'>) => ({
  ...{ label: row.label, kind: row.kind, title: row.title, title_de: row.titleDe, status: statusOf(row, now) },
  starts_at: row.startsAt.toISOString(),
  ends_at: row.endsAt.toISOString(),
  ...{ timezone: row.timezone, location: row.location, capacity: row.capacity, taken: row.taken, waiting: row.waiting },
  price: row.price === null ? null : decimal(row.price, row.currency),
  url: `${config.publicUrl}/appointment/register-ticket/${row.label}`,
});

const lineOf = (row: AppointmentRow, now: Date): string => {
  const { label, title, titleDe, startsAt, timezone, taken, capacity, waiting } = row;
  const places = `${taken} of ${capacity} places taken${waiting > 0 ? `, ${waiting} parties wait` : ''}`;
  return `${label}: ${titleDe} / ${title}, ${timeAtPlace(startsAt, timezone, 'en')}, ${statusOf(row, now)}. ${places}.`;
};

const ticketsOf = (count: number): string => (count === 1 ? '1 ticket' : `${count} tickets`);
