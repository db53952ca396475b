import * as z from "zod/mini";
import { inOrder, opaqueText, wholeNumber } from "./fields.ts";
import type { Access } from "./people.ts";

export type Method = "GET" | "POST" | "DELETE";

/** Allows `points` uses in `seconds`, counted per signed-in person or per IP address. */
export interface RateLimit {
  readonly points: number;
  readonly seconds: number;
  readonly by: "person" | "address";
}

/** The file that a call's form carries. */
export interface FileField {
  readonly field: string;
  /** The largest accepted size, in bytes. */
  readonly maxBytes: number;
  /** The field error when no file came, and when it is too large. */
  readonly missing: string;
  readonly tooLarge: string;
  /** The call also works without a file, and then accepts any body encoding. */
  readonly optional?: true;
}

/** An uploaded file, never larger than its call allows. */
export interface ReceivedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Where a change is accounted for: in the audit trail, in the changed rows, which name the person, or nowhere, with the
 * reason.
 */
export type Audit = "trail" | "own rows" | `none: ${string}`;

interface CallFields {
  readonly method: Method;
  /** Below `/api`; parameters stand in braces: `/appointments/update/{id}/{status}`. */
  readonly path: `/${string}`;
  readonly allow: Access;
  /** Required of every call that may change something: see `CallDeclaration`. */
  readonly audit?: Audit;
  /** One sentence for the documentation. */
  readonly about: string;
  readonly params?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** The call takes form data with one file; all other calls refuse files. */
  readonly file?: FileField;
  /** The size limit in bytes of a body without a file, where the default megabyte is too little. */
  readonly maxBodyBytes?: number;
  /** The schema of the envelope's `data`, of one row for a table. Omitted: `null`. */
  readonly data?: z.ZodMiniType;
  /**
   * A server-paged table: the request carries a table query beside `body`, the response follows the DataTables
   * protocol.
   */
  readonly table?: true;
  /** The success message, unless the handler returns its own. */
  readonly successMessage?: string;
  readonly rate?: RateLimit;
  /** Sent with every successful response. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Staff without a location may make this call too: registration creates the first location. */
  readonly withoutLocation?: true;
  /** Users with a password that somebody else chose may make this call too. */
  readonly withTemporaryPassword?: true;
  /**
   * Open to the operator during support access, because it only reads, or because it ends the access. All other calls
   * are closed to them.
   */
  readonly supportAccess?: "reads" | "ends";
  /** The handler opens its own transactions, because it awaits something slow that must not hold a connection. */
  readonly ownTransactions?: true;
}

/** Calls that only read by what they declare. `checks/audit.test.ts` proves it of a `GET`. */
type ReadDeclaration = { readonly method: "GET" } | { readonly table: true } | { readonly supportAccess: "reads" };

/** A contract's declaration of one call. Route, client, form, documentation and tests are all derived from it. */
export type CallDeclaration = CallFields & (ReadDeclaration | { readonly audit: Audit });

export type Call<D extends CallDeclaration = CallDeclaration> = D & {
  /** `appointments.add`: the name in logs, documentation and cache keys. */
  readonly name: string;
};

export type CallMap = Record<string, Call>;

/** A row that was deleted, or merged into another. */
export interface DeletedRow {
  readonly id: number;
  /** The calls that are about it, each with the field that takes its id. */
  readonly calls: readonly (readonly [call: Call, field: string])[];
  /** The path's parameter in which any other call takes it: `customer_id`. */
  readonly param?: string;
}

/** Declares a domain's calls; `domain` becomes the first part of their names. */
export function calls<const T extends Record<string, CallDeclaration>>(
  domain: string,
  declared: T,
): { readonly [K in keyof T]: Call<T[K]> } {
  const withNames = Object.entries(declared).map(([name, call]) => [name, { ...call, name: `${domain}.${name}` }]);
  return Object.fromEntries(withNames) as { readonly [K in keyof T]: Call<T[K]> };
}

const tableTexts = {
  draw: "Number requests from 0",
  start: "Select a page of this table",
  length: "Select from 1 to 500 rows per page, or -1 for all",
  search: "Search with up to 200 characters",
  order: "Select a column to sort by, and asc or desc",
  columns: "Name the columns",
  cursor: "Go back to the first page",
};

/** The most rows of one answer. */
export const maxPageRows = 500;

/** DataTables sends -1 for all rows: as many as one answer holds, which then says whether there are more. */
export const allRows = -1;

const pageLength = z.coerce
  .number<number | string>({ error: tableTexts.length })
  .check(
    inOrder([
      (value) => value === allRows || (Number.isSafeInteger(value) && value >= 1 && value <= maxPageRows),
      tableTexts.length,
    ]),
  );

/** A DataTables request, after the kernel has parsed `search[value]`, `order[0][column]` and the like. */
export const TableQuery = z.object({
  draw: z._default(wholeNumber(0, Number.MAX_SAFE_INTEGER, tableTexts.draw), 0),
  start: z._default(wholeNumber(0, 100_000_000, tableTexts.start), 0),
  length: z._default(pageLength, 10),
  search: z._default(
    z.object({ value: z._default(opaqueText(0, 200, tableTexts.search), "") }, { error: tableTexts.search }),
    { value: "" },
  ),
  order: z._default(
    z.array(
      z.object(
        {
          column: z.coerce.number<number | string>({ error: tableTexts.order }),
          dir: z._default(z.enum(["asc", "desc"], { error: tableTexts.order }), "asc"),
        },
        { error: tableTexts.order },
      ),
      { error: tableTexts.order },
    ),
    [],
  ),
  columns: z._default(
    z.array(
      z.object({ data: z._default(z.string({ error: tableTexts.columns }), "") }, { error: tableTexts.columns }),
      { error: tableTexts.columns },
    ),
    [],
  ),
  /** Selects a page by one of the previous response's `cursors`, in place of `start`. */
  cursor: z.optional(opaqueText(0, 4000, tableTexts.cursor)),
});
export type TableQuery = z.infer<typeof TableQuery>;

type OutputOf<S, Fallback> = S extends z.ZodMiniType ? z.output<S> : Fallback;
type InputOf<S, Fallback> = S extends z.ZodMiniType ? z.input<S> : Fallback;
type NoFields = Record<never, never>;

/** The parsed input that a handler receives. */
export type ParamsOf<C extends CallDeclaration> = OutputOf<C["params"], NoFields>;
export type BodyOf<C extends CallDeclaration> = C["table"] extends true
  ? TableQuery & OutputOf<C["body"], NoFields>
  : OutputOf<C["body"], NoFields>;

/** The additional input of a call that takes a file. */
export type FileOf<C extends CallDeclaration> = C["file"] extends FileField & { readonly optional: true }
  ? { readonly file?: ReceivedFile }
  : C["file"] extends FileField
    ? { readonly file: ReceivedFile }
    : NoFields;

/** What the caller passes, before defaults and conversions. */
export type ParamsInput<C extends CallDeclaration> = InputOf<C["params"], NoFields>;
export type BodyInput<C extends CallDeclaration> = C["table"] extends true
  ? z.input<typeof TableQuery> & InputOf<C["body"], NoFields>
  : InputOf<C["body"], NoFields>;

/** The envelope's `data`. */
export type DataOf<C extends CallDeclaration> = C["table"] extends true
  ? OutputOf<C["data"], null>[]
  : OutputOf<C["data"], null>;
/** One row of a table call. */
export type RowOf<C extends CallDeclaration> = OutputOf<C["data"], null>;

/** The call's path with its parameters filled in. */
export function pathOf(call: CallDeclaration, params: Record<string, unknown> = {}): string {
  return call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? "")));
}
