/** Every way in which a call can fail: its HTTP status and default message. */
export const failures = {
  malformed: { status: 400, message: "The request could not be read. Please check what was sent and try again." },
  unauthenticated: { status: 401, message: "Please Login" },
  forbidden: { status: 403, message: "You are not allowed to do this." },
  absent: { status: 404, message: "This was not found. It may have been deleted." },
  tooSlow: { status: 408, message: "This took too long to arrive. Please check your connection and try again." },
  conflict: { status: 409, message: "This was changed in the meantime. Please reload and try again." },
  tooLarge: { status: 413, message: "This is too large to be sent." },
  unsupported: { status: 415, message: "This kind of content is not accepted here." },
  invalid: { status: 422, message: "Please check the marked fields." },
  tooMany: { status: 429, message: "Too many tries. Please wait a moment and try again." },
  unexpected: { status: 500, message: "Something went wrong on our side. Nothing was changed." },
  unavailable: { status: 503, message: "The service is not available right now. Please try again in a moment." },
} as const;

export type FailureKind = keyof typeof failures;

/** Field name → error text for the user. */
export type FieldErrors = Record<string, string>;

export interface FailureDetails {
  readonly fields?: FieldErrors;
  readonly retryAfter?: number;
  readonly data?: object;
}

/** A failure whose message users may see. Any other thrown error is reported as `unexpected`. */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly fields: FieldErrors | undefined;
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined;
  /** What a client needs to recover, as the call's contract describes it. */
  readonly data: object | undefined;

  constructor(kind: FailureKind, message?: string, details: FailureDetails = {}) {
    super(message ?? failures[kind].message);
    this.name = "Failure";
    this.kind = kind;
    this.fields = details.fields;
    this.retryAfter = details.retryAfter;
    this.data = details.data;
  }
}

/** One invalid field: the text appears at the field and as the message. */
export function invalidField(field: string, message: string): Failure {
  return new Failure("invalid", message, { fields: { [field]: message } });
}

/** The answer to every write during support access. */
export const readOnlyAccessText = "You are only looking into this account.";

export function readOnlyAccessFailure(): Failure {
  return new Failure("forbidden", readOnlyAccessText);
}

/** Returns the row, or throws the same 404 for an id that is absent, another dealer's, or deleted. */
export function orNotFound<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) throw new Failure("absent");
  return row;
}
