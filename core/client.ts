import { type BodyInput, type CallDeclaration, type DataOf, type ParamsInput, pathOf, type RowOf } from "./call.ts";
import type { Envelope, TableEnvelope } from "./envelope.ts";
import type { FieldErrors } from "./failure.ts";

/** A call that failed, or got no response at all (`status` 0). */
export class CallError extends Error {
  readonly status: number;
  /** For a 422: field → error text. */
  readonly fields: FieldErrors;
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined;
  /** The response's `data`, for failures that the caller can recover from. */
  readonly data: unknown;

  constructor(status: number, message: string, fields: FieldErrors = {}, retryAfter?: number, data?: unknown) {
    super(message);
    this.name = "CallError";
    this.status = status;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.data = data;
  }
}

/** One request for the transport to make: the browser's fetch, or a test's injected request. */
export interface TransportRequest {
  method: string;
  /** Starts with `/api`. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Sent as form data; `body` is then undefined. */
  form?: TransportForm;
  signal?: unknown;
  onProgress?: ProgressListener;
}

export interface TransportForm {
  fields: Readonly<Record<string, string>>;
  /** Field → the browser's `File`, a type that this shared code can't name. */
  files: Readonly<Record<string, unknown>>;
}

/** Receives the fraction of the request sent so far, from 0 to 1. */
export type ProgressListener = (share: number) => void;

export interface TransportResponse {
  status: number;
  header(name: string): string | null;
  text(): Promise<string>;
}

export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

export type EnvelopeOf<C extends CallDeclaration> = C["table"] extends true
  ? TableEnvelope<RowOf<C>>
  : Envelope<DataOf<C>>;

export interface CallInput<C extends CallDeclaration> {
  params?: ParamsInput<C>;
  body?: BodyInput<C>;
  /** Sent as form data together with the body's fields: field → the browser's `File`. */
  files?: TransportForm["files"];
  /** An AbortSignal, passed to the transport. */
  signal?: unknown;
  onProgress?: ProgressListener;
}

export type Caller = <C extends CallDeclaration>(call: C, input?: CallInput<C>) => Promise<EnvelopeOf<C>>;

/**
 * Creates a typed caller for any contract.
 *
 * @param headers is evaluated before every request: the bearer token and the acting location.
 * @throws CallError for every response that is not a success.
 */
export function createCaller(transport: Transport, headers: () => Record<string, string>): Caller {
  return async (call, input = {}) => {
    const { params, body = {}, files, signal, onProgress } = input;
    // The specified deletes have no body; ours may add options to one.
    const sendsJson = !files && (call.method === "POST" || (call.method === "DELETE" && input.body !== undefined));
    const response = await transport({
      method: call.method,
      path: `/api${pathOf(call, params as Record<string, unknown>)}`,
      headers: { accept: "application/json", ...headers(), ...(sendsJson && { "content-type": "application/json" }) },
      body: sendsJson ? JSON.stringify(body) : undefined,
      ...(files && { form: { fields: fieldsOf(body), files } }),
      signal,
      ...(onProgress && { onProgress }),
    });
    const envelope = parseEnvelope(await response.text());
    if (response.status >= 400 || !envelope || envelope.status === "error") throw callErrorOf(response, envelope);
    return envelope as never;
  };
}

/** Omitted values are not sent. */
function fieldsOf(body: unknown): TransportForm["fields"] {
  const present = Object.entries(body as object).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(present.map(([name, value]) => [name, String(value)]));
}

function parseEnvelope(text: string): Envelope | undefined {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    return undefined;
  }
}

function callErrorOf(response: TransportResponse, envelope: Envelope | undefined): CallError {
  const message = envelope?.message || "Rooftop isn't available right now. Try again in a moment.";
  const fields = response.status === 422 ? ((envelope?.data ?? {}) as FieldErrors) : {};
  const wait = Number(response.header("retry-after"));
  return new CallError(response.status, message, fields, wait > 0 ? wait : undefined, envelope?.data);
}
