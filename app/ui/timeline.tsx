import { Time } from './time';

export interface TimelineEntry {
  /** An ISO 8601 instant. */
  at: string;
  text: string;
}

interface TimelineProps {
  entries: readonly TimelineEntry[];
  /** Where only the day matters. */
  format?: 'date';
}

/** What happened, with exact times: a record never says "3 hours ago". */
export function Timeline({ entries, format }: TimelineProps) {
  return (
    <ol className="timeline">
      {entries.map(({ at, text }) => (
        <li key={`${at} ${text}`}>
          <Time at={at} relative={false} format={format} /> {text}
        </li>
      ))}
    </ol>
  );
}
