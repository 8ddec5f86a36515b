import type { ReactNode } from 'react';
import { classNames } from './class-names';

export interface Column<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /**
   * On a narrow screen a row becomes a card. `lead` and `value` form its first line, `id` comes last.
   * The lead is the row's header.
   */
  part?: 'lead' | 'value' | 'id';
  /** Figures are tabular, aligned to the end, and never wrap. */
  figures?: boolean;
  /** Names a figure on a narrow screen, where the header is hidden. */
  label?: string;
  sorted?: 'ascending' | 'descending';
  /** Another class for a cell, such as `in` for incoming money. */
  cellClass?: (row: Row) => string | undefined;
}

export interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** The foot: a name and the sums of the last columns, closed by the double rule. */
  foot?: { label: string; cells: ReactNode[] };
  /** Stays a table on a narrow screen, because its few figures are compared by column. */
  kept?: boolean;
  /** Some headers are links that sort. On a narrow screen only these are in sight. */
  sorts?: boolean;
  /** On a narrow screen the lead takes the whole line, because it is a sentence. */
  full?: boolean;
}

/** Below 52em the parts of a table are blocks, and blocks lose their table roles. So each part states its role. */
const ROLE = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
};

/** A table whose rows become cards on a narrow screen, unless it is `kept`. */
export function Table<Row>({ caption, columns, rows, rowKey, foot, kept, full, sorts }: TableProps<Row>) {
  return (
    <table className={kept ? 'kept' : classNames('cards', full && 'full', sorts && 'sorts')} {...ROLE.table}>
      <caption className="vh">{caption}</caption>
      <thead {...ROLE.rowgroup}>
        <tr {...ROLE.row}>
          {columns.map(({ key, header, figures, sorted }) => (
            <th key={key} scope="col" {...ROLE.columnheader} className={figures ? 'n' : undefined} aria-sort={sorted}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ROLE.rowgroup}>
        {rows.map((row) => (
          <tr key={rowKey(row)} {...ROLE.row}>
            {columns.map((column) => (
              <Cell key={column.key} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
      {foot && (
        <tfoot {...ROLE.rowgroup}>
          <tr {...ROLE.row}>
            <th scope="row" {...ROLE.rowheader} className="lead" colSpan={columns.length - foot.cells.length}>
              {foot.label}
            </th>
            {columns.slice(-foot.cells.length).map(({ key, label }, index) => (
              <td
                key={key}
                {...ROLE.cell}
                className={classNames('n', index === foot.cells.length - 1 && !label && 'value')}
                data-label={label}
              >
                {foot.cells[index]}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { part, figures, label, cell, cellClass } = column;
  const className = classNames(figures && 'n', part, cellClass?.(row));
  if (part === 'lead') {
    return (
      <th scope="row" {...ROLE.rowheader} className={className}>
        {cell(row)}
      </th>
    );
  }
  return (
    <td {...ROLE.cell} className={className} data-label={label}>
      {cell(row)}
    </td>
  );
}
