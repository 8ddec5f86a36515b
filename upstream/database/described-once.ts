import pg from 'pg';

/**
 * A statement that asks PostgreSQL for its columns once for each connection, if it is a prepared one. The driver asks
 * each time, and reading the description costs more than reading a row. A prepared statement cannot change its
 * columns: PostgreSQL refuses it when a table has changed them.
 */
export class StatementDescribedOnce extends (pg.Query as unknown as new (...given: Given) => DriverQuery) {
  private described: Map<string, Columns> | undefined;

  /** Writes the statement to the connection. */
  override prepare(connection: Wire) {
    this.described = describedOn.get(connection) ?? new Map();
    describedOn.set(connection, this.described);
    const columns = this.name && this.hasBeenParsed(connection) ? this.described.get(this.name) : undefined;
    if (!columns) return super.prepare(connection);
    Object.assign(this._result, columns);
    this._accumulateRows = true;
    const { describe } = connection;
    connection.describe = ignore;
    try {
      super.prepare(connection);
    } finally {
      connection.describe = describe;
    }
  }

  override handleRowDescription(message: unknown) {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    if (this.name) this.described?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

const ignore = () => {};

/** By connection and name of the statement. */
const describedOn = new WeakMap<Wire, Map<string, Columns>>();

type Given = [
  config: pg.QueryConfig,
  values: unknown[] | undefined,
  callback: (error: Error | null, result: pg.QueryResult) => void,
];

/** What the driver makes of a description. */
interface Columns {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

/** The part of the driver's connection and query that is used here, which its types leave out. */
interface Wire {
  describe(message: unknown): void;
}
interface DriverQuery {
  name: string | undefined;
  submit(connection: pg.Connection): void;
  _result: Columns;
  _accumulateRows: boolean;
  hasBeenParsed(connection: Wire): boolean;
  prepare(connection: Wire): void;
  handleRowDescription(message: unknown): void;
}
