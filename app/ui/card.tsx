import { type ReactNode, useId } from 'react';
import { classNames } from './class-names';

export interface CardProps {
  title: string;
  /** Shown at the end of the heading's line: a link, a count or a button. */
  end?: ReactNode;
  level?: 2 | 3;
  id?: string;
  /** The number of columns, of the twelve of a `.grid`. */
  width?: 3 | 4 | 5 | 6 | 7 | 8 | 9;
  /** The card is as high as its neighbours. */
  fill?: boolean;
  /** The content reaches the edges, for a table. */
  flush?: boolean;
  children: ReactNode;
}

/** A card. A double rule closes its heading, as a bookkeeper closes a sum. */
export function Card({ title, end, level = 2, id, width, fill, flush, children }: CardProps) {
  const made = useId();
  const headingId = `${id ?? made}-h`;
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section
      id={id}
      className={classNames('card', width && `w${width}`, fill && 'fill', flush && 'flush')}
      aria-labelledby={headingId}
    >
      <div className="rule">
        <Heading id={headingId}>{title}</Heading>
        {typeof end === 'string' ? <span className="end muted">{end}</span> : end}
      </div>
      {children}
    </section>
  );
}
