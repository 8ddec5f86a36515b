/** Check-in at the door, for staff with `event.check_in`. Rules: docs/product/appointments-door.md#check-in. */
import { createRoute, z } from '@hono/zod-openapi';
import { AppointmentSummary, appointmentParams } from './appointments';
import { answers, asMember, body, Instant, memberFailures } from './shapes';

/**
 * `admitted`: counts now, for the first time. `duplicate`: was checked in before. `canceled`: the ticket is over or not
 * paid. `other`: it is for another appointment. `unknown`: the club has not issued it, or its signature is wrong.
 * `undone`: the check-in was taken back, so the ticket is valid again.
 */
export const CheckInOutcome = z.enum(['admitted', 'duplicate', 'canceled', 'other', 'unknown', 'undone']);
export type CheckInOutcome = z.infer<typeof CheckInOutcome>;

/** A code as it was typed, or the text of a QR code. */
export const ScannedCode = z.string().trim().min(1).max(400);

export const CheckIn = z
  .object({
    outcome: CheckInOutcome,
    /** The code of the ticket, or what was typed if there is no such ticket. */
    code: z.string(),
    /** Null without a ticket. */
    name: z.string().nullable(),
    guests: z.array(z.object({ name: z.string() })),
    places: z.int(),
    notes: z.string(),
    /** The time of this attempt. */
    at: Instant,
    /** When the ticket was checked in, or when it was canceled. */
    since: Instant.nullable(),
    /** The appointment of a ticket for another one. */
    other: AppointmentSummary.pick({ label: true, title: true, starts_at: true }).nullable(),
  })
  .openapi('CheckIn');
export type CheckIn = z.infer<typeof CheckIn>;

const DoorAppointment = AppointmentSummary.pick({
  label: true,
  title: true,
  starts_at: true,
  ends_at: true,
  timezone: true,
  location: true,
  status: true,
}).openapi('DoorAppointment');
export type DoorAppointment = z.infer<typeof DoorAppointment>;

export const listDoors = createRoute({
  method: 'get',
  path: '/appointments/doors',
  tags: ['Check-in'],
  operationId: 'listDoors',
  summary: 'The appointments that staff may check in for: from the day before their start to the day after their end',
  ...asMember,
  responses: { 200: answers(z.object({ data: z.array(DoorAppointment) }), 'The appointments'), ...memberFailures },
});

export const Door = z
  .object({
    appointment: DoorAppointment,
    /** Places of valid tickets, guests included. */
    expected: z.int(),
    /** Places that are checked in. */
    present: z.int(),
    /** The newest attempts first, at most `mostAttempts`. */
    attempts: z.array(CheckIn),
    /** How many attempts there are. */
    attempts_total: z.int(),
    /** Holders whose name, or whose guest's name, the search found: at most 20. */
    found: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        guests: z.array(z.object({ name: z.string() })),
        checked_in_at: Instant.nullable(),
      }),
    ),
    /** The public keys that sign tickets, newest first: `name+id+key`, as for the log. */
    verifier_keys: z.array(z.string()),
  })
  .openapi('Door');
export type Door = z.infer<typeof Door>;

export const mostAttempts = 50;

export const getDoor = createRoute({
  method: 'get',
  path: '/appointments/{label}/door',
  tags: ['Check-in'],
  operationId: 'getDoor',
  summary: 'Who has come, the newest attempts, and a search by name',
  ...asMember,
  request: { params: appointmentParams, query: z.object({ q: z.string().trim().max(80).optional() }) },
  responses: { 200: answers(Door, 'The door'), ...memberFailures },
});

export const checkIn = createRoute({
  method: 'post',
  path: '/appointments/{label}/check-ins',
  tags: ['Check-in'],
  operationId: 'checkIn',
  summary: 'Check a ticket in by its code or the text of its QR code; each ticket counts once',
  ...asMember,
  request: {
    params: appointmentParams,
    ...body(
      z.strictObject({
        code: ScannedCode,
        /** When a device without a network scanned it. An earlier time than now; without it, now. */
        scanned_at: Instant.optional(),
      }),
    ),
  },
  responses: { 200: answers(CheckIn, 'The outcome, whatever it is'), ...memberFailures },
});

export const undoCheckIn = createRoute({
  method: 'post',
  path: '/appointments/{label}/check-ins/undo',
  tags: ['Check-in'],
  operationId: 'undoCheckIn',
  summary: 'Take a check-in back; twice changes nothing',
  ...asMember,
  request: { params: appointmentParams, ...body(z.strictObject({ code: ScannedCode })) },
  responses: { 200: answers(CheckIn, 'The ticket as it is now'), ...memberFailures },
});
