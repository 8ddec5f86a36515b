/** The sections of the file of an appointment: the text in both languages, programme and speakers. */
import { BadFile } from '../../club/front-matter';
import { renderMarkdown } from '../../club/markdown';
import type { AppointmentRow } from '../appointment-times';
import type { ProgrammeItem, Speaker } from '../appointments.tables';
import { nextClock } from './wall-clock';

const names = ['en', 'de', 'programme', 'speakers'] as const;
type Name = (typeof names)[number];
const separator = /^<!-- *([a-z]+) *-->$/;
const longestText = 20_000;
const mostItems = 50;

/** The lines of a section, and the index of the first one in the file. */
interface Section {
  from: number;
  lines: string[];
}

type Sections = Pick<AppointmentRow, 'description' | 'descriptionDe' | 'descriptionHtml' | 'descriptionHtmlDe'> &
  Partial<Pick<AppointmentRow, 'programme' | 'speakers'>>;

/**
 * Reads sections from the index `from` on. Both languages are needed; programme and speakers may be left out.
 * @throws BadFile
 */
export function readSections(
  lines: string[],
  from: number,
  place: Pick<AppointmentRow, 'startsAt' | 'timezone'>,
): Sections {
  const sections = splitSections(lines, from);
  const [en, de] = [textOf(sections, 'en'), textOf(sections, 'de')];
  return {
    ...{ description: en.text, descriptionHtml: en.html, descriptionDe: de.text, descriptionHtmlDe: de.html },
    ...(sections.programme && {
      programme: itemsOf(sections.programme, (line, at) => programmeItem(line, at, place)),
    }),
    ...(sections.speakers && { speakers: itemsOf(sections.speakers, speaker) }),
  };
}

function splitSections(lines: string[], from: number): Partial<Record<Name, Section>> {
  const sections: Partial<Record<Name, Section>> = {};
  let current: Section | undefined;
  for (const [index, line] of lines.entries()) {
    if (index < from) continue;
    const [, typed] = separator.exec(line) ?? [];
    if (typed !== undefined) {
      const name = names.find((known) => known === typed);
      if (!name) throw new BadFile(index + 1, `a section is one of ${names.join(', ')}`);
      if (sections[name]) throw new BadFile(index + 1, `<!-- ${name} --> is there twice`);
      current = { from: index + 1, lines: [] };
      sections[name] = current;
    } else if (current) current.lines.push(line);
    else if (line !== '') throw new BadFile(index + 1, 'there is text before the first section, such as <!-- en -->');
  }
  return sections;
}

function textOf(sections: Partial<Record<Name, Section>>, name: 'en' | 'de'): { text: string; html: string } {
  const section = sections[name];
  const text = section?.lines.join('\n').trim() ?? '';
  if (!section || text === '') throw new BadFile(1, `the text below <!-- ${name} --> is missing`);
  if (text.length > longestText) throw new BadFile(section.from, `a text has at most ${longestText} characters`);
  // Blank lines instead of what is before the section, so that a fault has the line of the file.
  const html = renderMarkdown([...Array<string>(section.from).fill(''), ...section.lines], section.from);
  return { text, html };
}

function itemsOf<T>(section: Section, read: (line: string, at: number) => T): T[] {
  const items = section.lines.flatMap((line, index) => (line === '' ? [] : [read(line, section.from + index + 1)]));
  if (items.length > mostItems) throw new BadFile(section.from, `a section has at most ${mostItems} lines`);
  return items;
}

/** `18:00 Einlass|Doors open / mit Saft|with juice`. An earlier time than the start is of the next day. */
function programmeItem(
  line: string,
  at: number,
  { startsAt, timezone }: Pick<AppointmentRow, 'startsAt' | 'timezone'>,
): ProgrammeItem {
  const [, hours, minutes, rest = ''] = /^([01]\d|2[0-3]):([0-5]\d) +(.+)$/.exec(line) ?? [];
  if (hours === undefined) throw new BadFile(at, 'a line of the programme is such as “18:00 Einlass|Doors open”');
  const [title = '', note, ...more] = rest.split(' / ');
  if (more.length > 0) throw new BadFile(at, 'a line of the programme has one note');
  const moment = nextClock(startsAt, Number(hours) * 60 + Number(minutes), timezone);
  return {
    at: moment.toISOString(),
    title: inBoth(title, at),
    ...(note !== undefined && { note: inBoth(note, at) }),
  };
}

/** `Greta Holm: Vorstand|Board`. */
function speaker(line: string, at: number): Speaker {
  const [, name, about = ''] = /^([^:]{1,80}): +(.+)$/.exec(line) ?? [];
  if (name === undefined) throw new BadFile(at, 'a speaker is such as “Greta Holm: Vorstand|Board”');
  return { name: name.trim(), about: inBoth(about, at) };
}

function inBoth(typed: string, at: number): { en: string; de: string } {
  const [de = '', en = '', ...more] = typed.split('|').map((part) => part.trim());
  if (de === '' || en === '' || more.length > 0 || typed.length > 400)
    throw new BadFile(at, 'words are in both languages, German first: “Einlass|Doors open”');
  return { de, en };
}
