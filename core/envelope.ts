/** Every answer of the public interface. `status` is used as the toast's icon. */
export interface Envelope<Data = unknown> {
  status: "success" | "error" | "warning" | "info";
  message: string;
  data: Data;
}

/** The answer of a table call: the envelope and, beside it, the DataTables server-side protocol's fields. */
export interface TableEnvelope<Row = unknown> extends Envelope<Row[]> {
  draw: number;
  recordsTotal: number;
  recordsFiltered: number;
  /** There are more than `recordsFiltered` says: they are counted up to 10,000. */
  recordsFilteredIsMore?: boolean;
  cursors?: Cursors;
}

/** The pages beside this one, for `cursor`; null where there is none. */
export interface Cursors {
  /** The place of the page's first row among all of them, from 0; null when it isn't known. */
  readonly start: number | null;
  readonly previous: string | null;
  readonly next: string | null;
  readonly last: string | null;
}
