import type { ReactNode } from 'react';
import { classNames } from './class-names';

export interface Column<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /**
   * On a narrow screen a row becomes a card: `lead` and `value` form its first line, `id` comes last.
   * The lead is the row's header.
   */
  part?: 'lead' | 'value' | 'id';
  /** Figures: to the end, tabular, never broken. */
  figures?: boolean;
  /** Names a bare figure once the header is gone. */
  label?: string;
  sorted?: 'ascending' | 'descending';
  /** Further class of a cell, such as `in` for money that comes in. */
  cellClass?: (row: Row) => string | undefined;
}

export interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Closed by the double rule: a name, and the last columns' sums. */
  foot?: { label: string; cells: ReactNode[] };
}

/** Blocks lose the role of a table's parts, and under 52em its parts are blocks: so each says it. */
const ROLE = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
};

/** A real table, whose rows stack as cards on a narrow screen. */
export function Table<Row>({ caption, columns, rows, rowKey, foot }: TableProps<Row>) {
  return (
    <table className="cards" {...ROLE.table}>
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
