import { type BodyInput, type CallDeclaration, type DataOf, type ParamsInput, pathOf, type RowOf } from "./call.ts";
import type { Envelope, TableEnvelope } from "./envelope.ts";
import type { FieldTexts } from "./failure.ts";

/** A call that was answered with a failure, or not at all (`status` 0). */
export class CallError extends Error {
  readonly status: number;
  /** For a 422: field → text. */
  readonly fields: FieldTexts;
  /** Seconds after which a new try makes sense. */
  readonly retryAfter: number | undefined;
  /** What the answer says besides, for failures that one can go on from. */
  readonly data: unknown;

  constructor(status: number, message: string, fields: FieldTexts = {}, retryAfter?: number, data?: unknown) {
    super(message);
    this.name = "CallError";
    this.status = status;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.data = data;
  }
}

/** One request, as the transport (the browser's fetch, or a test's injection) has to make it. */
export interface Outgoing {
  method: string;
  /** Starts with `/api`. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Goes as form data instead of `body`, which is then left out. */
  form?: OutgoingForm;
  signal?: unknown;
  onProgress?: Progress;
}

export interface OutgoingForm {
  fields: Readonly<Record<string, string>>;
  /** Field → the browser's own `File`, which this part of the project doesn't know. */
  files: Readonly<Record<string, unknown>>;
}

/** Hears how much of a request has left so far, from 0 to 1. */
export type Progress = (share: number) => void;

export interface Incoming {
  status: number;
  header(name: string): string | null;
  text(): Promise<string>;
}

export type Transport = (request: Outgoing) => Promise<Incoming>;

export type AnswerOf<C extends CallDeclaration> = C["table"] extends true
  ? TableEnvelope<RowOf<C>>
  : Envelope<DataOf<C>>;

export interface Given<C extends CallDeclaration> {
  params?: ParamsInput<C>;
  body?: BodyInput<C>;
  /** Sent as form data, with the body's fields beside them: field → the browser's `File`. */
  files?: OutgoingForm["files"];
  /** An AbortSignal, handed to the transport. */
  signal?: unknown;
  onProgress?: Progress;
}

export type Caller = <C extends CallDeclaration>(call: C, given?: Given<C>) => Promise<AnswerOf<C>>;

/**
 * A typed caller for any contract.
 *
 * @param headers is asked before every request: the bearer token and the acting location.
 * @throws CallError for every answer that is not a success.
 */
export function createCaller(transport: Transport, headers: () => Record<string, string>): Caller {
  return async (call, given = {}) => {
    const { params, body = {}, files, signal, onProgress } = given;
    const sendsJson = call.method === "POST" && !files;
    const answer = await transport({
      method: call.method,
      path: `/api${pathOf(call, params as Record<string, unknown>)}`,
      headers: { accept: "application/json", ...headers(), ...(sendsJson && { "content-type": "application/json" }) },
      body: sendsJson ? JSON.stringify(body) : undefined,
      ...(files && { form: { fields: fieldsOf(body), files } }),
      signal,
      ...(onProgress && { onProgress }),
    });
    const envelope = read(await answer.text());
    if (answer.status >= 400 || !envelope || envelope.status === "error") throw failed(answer, envelope);
    return envelope as never;
  };
}

/** What isn't given is no field. */
function fieldsOf(body: unknown): OutgoingForm["fields"] {
  const given = Object.entries(body as object).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function read(text: string): Envelope | undefined {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    return undefined;
  }
}

function failed(answer: Incoming, envelope: Envelope | undefined): CallError {
  const message = envelope?.message || "The service is not available right now. Please try again in a moment.";
  const fields = answer.status === 422 ? ((envelope?.data ?? {}) as FieldTexts) : {};
  const wait = Number(answer.header("retry-after"));
  return new CallError(answer.status, message, fields, wait > 0 ? wait : undefined, envelope?.data);
}
