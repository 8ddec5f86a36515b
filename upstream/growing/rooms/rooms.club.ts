/** The staff commands for rooms. */
import { asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditStaff, defineCommand, textOption } from '../../club/command';
import { textInBothLanguages, wholeNumber } from '../../club/options';
import { forGrowers, growing } from '../growing-command';
import { growingPlants } from '../plants/plants.tables';
import { countGrowing, growsIn } from '../plants/standing';
import { GrowingRefused } from '../refused';
import { lockRoom } from './lock-room';
import { roomCode } from './room-code';
import { growingCounts, growingRooms } from './rooms.tables';

const mostPlaces = 999_999;

/** `room add CODE …` opens a room that has not grown anything yet. */
export const roomAdd = defineCommand({
  name: 'room add',
  summary: 'Add a room',
  positionals: ['code'],
  ...forGrowers,
  options: {
    name: { value: '"GERMAN|ENGLISH"', summary: 'what members read: "Haus 5|House 5"', required: true },
    city: { value: 'CITY', summary: 'where it stands', required: true },
    places: { value: 'NUMBER', summary: 'how many plants fit in; it can never become less', required: true },
  },
  details: 'CODE begins the number of each plant of the room, and never changes: H5, B2.',
  given: z.strictObject({
    code: roomCode,
    name: textInBothLanguages(60),
    city: textOption(60),
    places: wholeNumber(1, mostPlaces),
  }),
  run: (deps, { code, name, city, places }, now, actor) =>
    growing(deps, async (tx) => {
      await tx.insert(growingRooms).values({ code, name: name.en, nameDe: name.de, city, places, createdAt: now });
      await auditStaff(tx, now, { actor, action: 'room.added', detail: { room: code, city, places } });
      return {
        lines: [`Added room ${code}, “${name.de}” / “${name.en}”, in ${city}, with ${places} places.`],
        data: { room: code, name: name.en, name_de: name.de, city, places },
      };
    }),
});

/** `room list` shows each room with what grows there. */
export const roomList = defineCommand({
  name: 'room list',
  summary: 'List the rooms with their stages and plants',
  positionals: [],
  ...forGrowers,
  options: {},
  given: z.strictObject({}),
  run: (deps, _, now, actor) =>
    growing(deps, async (tx) => {
      const { roomCode: ofRoom, returnedAt, lastCycle } = growingPlants;
      const plants = await tx
        .select({
          room: ofRoom,
          sold: sql<number>`(count(*) filter (where ${returnedAt} is null and ${lastCycle} >= ${growingRooms.cycle}))::int`,
          growing: sql<number>`(count(*) filter (where ${growsIn(tx, growingRooms.cycle)}))::int`,
        })
        .from(growingPlants)
        .innerJoin(growingRooms, eq(growingRooms.code, ofRoom))
        .groupBy(ofRoom);
      const counts = await tx
        .selectDistinctOn([growingCounts.roomCode])
        .from(growingCounts)
        .orderBy(growingCounts.roomCode, sql`${growingCounts.countedAt} desc`);
      const rows = await tx.select().from(growingRooms).orderBy(asc(growingRooms.code));
      await auditStaff(tx, now, { actor, action: 'rooms.listed' });
      const rooms = rows.map((room) => {
        const count = counts.find((one) => one.roomCode === room.code);
        const own = plants.find((one) => one.room === room.code) ?? { sold: 0, growing: 0 };
        return {
          room: room.code,
          name: room.name,
          city: room.city,
          cycle: room.cycle,
          stage: room.stage,
          since: room.stageSince?.toISOString() ?? null,
          expected_on: room.expectedOn,
          places: room.places,
          sold: own.sold,
          growing: own.growing,
          counted: count ? { at: count.countedAt.toISOString(), standing: count.standing } : null,
        };
      });
      return { lines: rooms.length > 0 ? rooms.map(lineOf) : ['There is no room.'], data: { rooms } };
    }),
});

interface ListedRoom {
  room: string;
  name: string;
  city: string;
  cycle: number;
  stage: string | null;
  since: string | null;
  expected_on: string | null;
  places: number;
  sold: number;
  growing: number;
  counted: { at: string; standing: number } | null;
}

const day = (instant: string) => instant.slice(0, 10);

const lineOf = ({ stage, since, expected_on, counted, ...room }: ListedRoom): string =>
  [
    room.room,
    `${room.name}, ${room.city}`,
    stage && since ? `cycle ${room.cycle}, ${stage} since ${day(since)}` : 'not begun',
    ...(expected_on ? [`harvest expected ${expected_on}`] : []),
    `${room.places} places, ${room.sold} plants sold, ${room.growing} growing`,
    counted ? `counted ${counted.standing} on ${day(counted.at)}` : 'never counted',
  ].join('  ');

/** `room count CODE STANDING` notes what somebody counted, beside what the book says at that moment. */
export const roomCount = defineCommand({
  name: 'room count',
  summary: 'Note how many plants stand in a room; members see it beside the number in the book',
  positionals: ['code', 'standing'],
  ...forGrowers,
  options: {
    reason: { value: '"GERMAN|ENGLISH"', summary: 'why the two differ, where they do; members read it' },
  },
  given: z.strictObject({
    code: roomCode,
    standing: wholeNumber(0, mostPlaces),
    reason: textInBothLanguages(200).optional(),
  }),
  run: (deps, { code, standing, reason }, now, actor) =>
    growing(deps, async (tx) => {
      const room = await lockRoom(tx, code);
      const { plants: expected } = await countGrowing(tx, code, room.cycle);
      const isEqual = standing === expected;
      if (!isEqual && !reason) {
        throw new GrowingRefused(
          `By the book ${expected} plants stand in room ${code}, not ${standing}. Count again, or say why with --reason.`,
        );
      }
      if (isEqual && reason) {
        throw new GrowingRefused(`By the book ${expected} plants stand in room ${code}, too: leave out --reason.`);
      }
      await tx.insert(growingCounts).values({
        ...{ roomCode: code, countedAt: now, standing, expected, staffId: actor.id },
        ...(reason && { reason: reason.en, reasonDe: reason.de }),
      });
      const detail = { room: code, standing, expected, ...(reason && { reason: reason.en }) };
      await auditStaff(tx, now, { actor, action: 'room.counted', detail });
      const agreement = isEqual ? 'as many as by the book' : `and by the book ${expected}: ${reason?.en}`;
      return { lines: [`Noted: ${standing} plants stand in room ${code}, ${agreement}.`], data: detail };
    }),
});
