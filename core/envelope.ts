/** The body of every API response. `status` selects the toast's icon. */
export interface Envelope<Data = unknown> {
  status: "success" | "error" | "warning" | "info";
  message: string;
  data: Data;
}

/** The response of a table call: the envelope plus the fields of the DataTables server-side protocol. */
export interface TableEnvelope<Row = unknown> extends Envelope<Row[]> {
  draw: number;
  recordsTotal: number;
  recordsFiltered: number;
  /** True when more than `recordsFiltered` rows match; counting stops at 10,000, in the logs of texts and calls at 1,000. */
  recordsFilteredIsMore?: boolean;
  /** True when all rows were asked for (`length` -1), and there are more than an answer holds. */
  truncated?: true;
  cursors?: Cursors;
}

/** Values of `cursor` for the neighboring pages; null where there is none. */
export interface Cursors {
  /** The index of the page's first row among all rows, from 0; null when unknown. */
  readonly start: number | null;
  readonly previous: string | null;
  readonly next: string | null;
  readonly last: string | null;
}
