/** The staff commands for plants. */
import { z } from 'zod';
import { auditStaff, defineCommand, textOption } from '../../club/command';
import { dateOption, textInBothLanguages } from '../../club/options';
import { stages } from '../../contract/growing';
import { forGrowers, growing } from '../growing-command';
import { GrowingRefused } from '../refused';
import { beginStage } from '../rooms/begin-stage';
import { roomCode } from '../rooms/room-code';
import { losePlants } from './lose-plants';
import { type PlantPlace, plantNumber, readPlantNumber } from './numbers';

/** `plants stage ROOM STAGE` brings a room into its next stage. A job tells the members with plants there. */
export const plantsStage = defineCommand({
  name: 'plants stage',
  summary: 'Bring a room into its next stage; members with plants there are told',
  positionals: ['room', 'stage'],
  ...forGrowers,
  options: {
    expected: {
      value: 'DATE',
      summary: 'when the harvest is expected; unless given, the date set before in this cycle',
    },
    strain: { value: 'NAME', summary: 'what a new cycle grows; unless given, what the last one grew' },
  },
  details: `STAGE is the next one of ${stages.join(', ')}. After resting a new cycle
begins with seedling: once no sale of its plants is open, and no order of them unpaid.`,
  given: z.strictObject({
    room: roomCode,
    stage: z.enum(stages),
    expected: dateOption.optional(),
    strain: textOption(60).optional(),
  }),
  run: (deps, { room: code, stage, expected, strain }, now, actor) =>
    growing(deps, async (tx) => {
      const next = { room: code, stage, expectedOn: expected, strain, staffId: actor.id };
      const begun = await beginStage(tx, deps, next, now);
      const { cycle, expectedOn, plants, members } = begun;
      const data = { room: code, cycle, stage, strain: begun.strain, expected_on: expectedOn, plants, members };
      await auditStaff(tx, now, { actor, action: 'room.stage_began', detail: data });
      return {
        lines: [
          `Room ${code} is in ${stage} of cycle ${cycle} from now on (${begun.strain}).`,
          expectedOn ? `The harvest is expected on ${expectedOn}.` : 'No date of the harvest is set.',
          `${plants} plants of ${members} members grow there; each of the members is told once.`,
        ],
        data,
      };
    }),
});

/** `plants lose NUMBER …` notes plants as lost in the cycle that grows. A job tells their owners. */
export const plantsLose = defineCommand({
  name: 'plants lose',
  summary: 'Note plants as lost in this cycle; their owners are told, and they grow one cycle more',
  positionals: ['number'],
  takesMany: true,
  ...forGrowers,
  options: {
    reason: { value: '"GERMAN|ENGLISH"', summary: 'what happened; the owners read it', required: true },
  },
  details: 'NUMBER is that of a plant, such as B2-00417, or several. It cannot be undone.',
  given: z.strictObject({
    number: z.array(z.string()).min(1).max(5000, 'has more than 5000 numbers: give them in parts'),
    reason: textInBothLanguages(200),
  }),
  run: (deps, { number: typed, reason }, now, actor) =>
    growing(deps, async (tx) => {
      const places = readNumbers(typed);
      const lost = await losePlants(tx, deps, { places, reason, staffId: actor.id }, now);
      for (const { room, cycle, plants } of lost) {
        const detail = { room, cycle, plants, numbers: numbersIn(places, room), reason: reason.en };
        await auditStaff(tx, now, { actor, action: 'plants.lost', detail });
      }
      return {
        lines: lost.map(
          ({ room, cycle, plants, members }) =>
            `Lost in cycle ${cycle} of room ${room}: ${plants} plants of ${members} members, who are told. They grow one cycle more.`,
        ),
        data: { lost },
      };
    }),
});

/** Returns each place once. */
function readNumbers(typed: string[]): PlantPlace[] {
  const places = new Map<string, PlantPlace>();
  for (const number of typed) {
    const place = readPlantNumber(number);
    if (!place) throw new GrowingRefused(`${number} is not the number of a plant, such as B2-00417.`);
    places.set(plantNumber(place.roomCode, place.position), place);
  }
  return [...places.values()];
}

const numbersIn = (places: PlantPlace[], room: string) =>
  places.filter(({ roomCode: code }) => code === room).map(({ roomCode, position }) => plantNumber(roomCode, position));
