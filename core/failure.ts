/** Every way in which a call can fail: its HTTP status and default message. */
export const failures = {
  malformed: { status: 400, message: "We couldn't read this request. Check it and try again." },
  unauthenticated: { status: 401, message: "Please Login" },
  forbidden: { status: 403, message: "You don't have permission to do this." },
  absent: { status: 404, message: "We couldn't find this. It may have been deleted." },
  tooSlow: { status: 408, message: "This took too long to arrive. Check your connection and try again." },
  conflict: { status: 409, message: "Someone changed this in the meantime. Reload and try again." },
  tooLarge: { status: 413, message: "This is too large to send." },
  unsupported: { status: 415, message: "This type of content isn't accepted here." },
  outOfRange: { status: 416, message: "This part of the file doesn't exist." },
  invalid: { status: 422, message: "Check the highlighted fields." },
  tooMany: { status: 429, message: "Too many attempts. Wait a moment and try again." },
  unexpected: { status: 500, message: "Something went wrong on our side. Nothing was changed." },
  unavailable: { status: 503, message: "Rooftop isn't available right now. Try again in a moment." },
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
export const readOnlyAccessText = "View only. You can't change anything in this account.";

export function readOnlyAccessFailure(): Failure {
  return new Failure("forbidden", readOnlyAccessText);
}

/** Returns the row, or throws the same 404 for an id that is absent, another dealer's, or deleted. */
export function orNotFound<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) throw new Failure("absent");
  return row;
}
