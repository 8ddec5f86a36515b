import { Time } from './time';

export interface TimelineEntry {
  /** An ISO 8601 instant. */
  at: string;
  text: string;
}

/** What happened, with exact times: a record never says "3 hours ago". */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="timeline">
      {entries.map(({ at, text }) => (
        <li key={`${at} ${text}`}>
          <Time at={at} relative={false} />
          {text}
        </li>
      ))}
    </ol>
  );
}
