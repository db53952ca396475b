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
}
