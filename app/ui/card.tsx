import { type ReactNode, useId } from 'react';
import { classNames } from './class-names';

export interface CardProps {
  title: string;
  /** At the end of the heading's line: a link, a count, a button. */
  end?: ReactNode;
  level?: 2 | 3;
  id?: string;
  /** Columns of twelve in a `.grid`. */
  width?: 3 | 4 | 5 | 6 | 7 | 8 | 9;
  /** As high as its neighbours. */
  fill?: boolean;
  /** For a table that reaches the edges. */
  flush?: boolean;
  children: ReactNode;
}

/** Its heading is closed by the double rule, as a bookkeeper closes a sum. */
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
