import * as z from "zod/mini";
import type { Access } from "./people.ts";

export type Method = "GET" | "POST" | "DELETE";

/** At most `points` uses in `seconds` by one `by`: a person, an address, or the value of a body field. */
export interface RateLimit {
  readonly points: number;
  readonly seconds: number;
  readonly by: "person" | "address";
}

/** The file that a form of a call carries. */
export interface FileField {
  readonly field: string;
  /** The most that it may have. */
  readonly bytes: number;
  /** Said at the field when no file came, and when it has more bytes. */
  readonly missing: string;
  readonly tooLarge: string;
  /** The call works without a file too, and then with any kind of body. */
  readonly optional?: true;
}

/** A file as it was received: never more than its call allows. */
export interface ReceivedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What a domain's contract says of one call. All the rest (route, client, form, documentation, tests) follows from it. */
export interface CallDeclaration {
  readonly method: Method;
  /** Below `/api`, with parameters in braces: `/appointments/update/{id}/{status}`. */
  readonly path: `/${string}`;
  readonly allow: Access;
  /** One sentence for the documentation. */
  readonly about: string;
  readonly params?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** Form data with one file; every other call refuses files. */
  readonly file?: FileField;
  /** The most that a body without a file may have, where a megabyte is too little. */
  readonly bodyBytes?: number;
  /** The envelope's `data`; left out: `null`. For a table: one row. */
  readonly data?: z.ZodMiniType;
  /** A server-paged table: the body is a table query besides `body`, the answer the DataTables protocol. */
  readonly table?: true;
  /** The success message when the handler gives none. */
  readonly says?: string;
  readonly rate?: RateLimit;
  /** Sent with every success. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Staff who have no location yet may call it too: the registration makes the first one. */
  readonly withoutLocation?: true;
  /** People who still have a password that somebody else chose may call it too. */
  readonly withGivenPassword?: true;
  /**
   * Whoever looks into a business's account may call it too: `looks` because it reads only, `leaves` because it ends that.
   * Every other call is closed to them.
   */
  readonly visitors?: "looks" | "leaves";
  /** The handler opens its transactions itself: it waits for something slow that must not hold a connection. */
  readonly ownTransactions?: true;
}

export type Call<D extends CallDeclaration = CallDeclaration> = D & {
  /** `appointments.add`: the name in logs, documentation and cache keys. */
  readonly name: string;
};

export type Calls = Record<string, Call>;

/** Declares the calls of a domain; `domain` becomes the first part of their names. */
export function calls<const T extends Record<string, CallDeclaration>>(
  domain: string,
  declared: T,
): { readonly [K in keyof T]: Call<T[K]> } {
  const named = Object.entries(declared).map(([name, call]) => [name, { ...call, name: `${domain}.${name}` }]);
  return Object.fromEntries(named) as { readonly [K in keyof T]: Call<T[K]> };
}

/** What a DataTables request asks for, after the kernel has read `search[value]`, `order[0][column]` and so on. */
export const TableQuery = z.object({
  draw: z._default(z.coerce.number<number | string>().check(z.int(), z.minimum(0)), 0),
  start: z._default(z.coerce.number<number | string>().check(z.int(), z.minimum(0), z.maximum(100_000_000)), 0),
  length: z._default(z.coerce.number<number | string>().check(z.int(), z.minimum(1), z.maximum(500)), 10),
  search: z._default(z.object({ value: z._default(z.string().check(z.maxLength(200)), "") }), { value: "" }),
  order: z._default(
    z.array(z.object({ column: z.coerce.number<number | string>(), dir: z._default(z.enum(["asc", "desc"]), "asc") })),
    [],
  ),
  columns: z._default(z.array(z.object({ data: z._default(z.string(), "") })), []),
  /** Instead of `start`, where the answer before gave `cursors`: the page that one of them stands for. */
  cursor: z.optional(z.string().check(z.maxLength(4000))),
});
export type TableQuery = z.infer<typeof TableQuery>;

type Of<S, Fallback> = S extends z.ZodMiniType ? z.output<S> : Fallback;
type InputOf<S, Fallback> = S extends z.ZodMiniType ? z.input<S> : Fallback;
type Nothing = Record<never, never>;

/** What a handler gets. */
export type ParamsOf<C extends CallDeclaration> = Of<C["params"], Nothing>;
export type BodyOf<C extends CallDeclaration> = C["table"] extends true
  ? TableQuery & Of<C["body"], Nothing>
  : Of<C["body"], Nothing>;

/** What a handler gets besides, of a call that takes a file. */
export type FileOf<C extends CallDeclaration> = C["file"] extends FileField & { readonly optional: true }
  ? { readonly file?: ReceivedFile }
  : C["file"] extends FileField
    ? { readonly file: ReceivedFile }
    : Nothing;

/** What a caller gives: before defaults and conversions. */
export type ParamsInput<C extends CallDeclaration> = InputOf<C["params"], Nothing>;
export type BodyInput<C extends CallDeclaration> = C["table"] extends true
  ? z.input<typeof TableQuery> & InputOf<C["body"], Nothing>
  : InputOf<C["body"], Nothing>;

/** The envelope's `data`. */
export type DataOf<C extends CallDeclaration> = C["table"] extends true ? Of<C["data"], null>[] : Of<C["data"], null>;
/** One row of a table call. */
export type RowOf<C extends CallDeclaration> = Of<C["data"], null>;

/** The path with its parameters filled in. */
export function pathOf(call: CallDeclaration, params: Record<string, unknown> = {}): string {
  return call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? "")));
}
