import type { BusinessType, JobPosition, Ownership, RegistrationField, RegistrationKind } from "#core/registration.ts";
import type { Deadline } from "../deadline.ts";

/** The business as the tax office knows it, and the person who answers for it. */
export interface BusinessFacts {
  readonly legalName: string;
  /** The name that customers know. */
  readonly brandName: string;
  /** Nine digits; empty for a sole proprietor. Never in a log, a message or an error. */
  readonly ein: string;
  readonly type: BusinessType;
  readonly ownership: Ownership;
  /** Of a public company; otherwise empty. */
  readonly stockExchange: string;
  readonly stockSymbol: string;
  readonly website: string;
  /** A mailbox at the business's own domain. */
  readonly email: string;
  readonly street: string;
  readonly city: string;
  /** Two letters. */
  readonly state: string;
  readonly zip: string;
  readonly representative: {
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    /** E.164 */
    readonly phone: string;
    readonly title: string;
    readonly position: JobPosition;
  };
}

/** What a business texts, and how people agreed to it. */
export interface CampaignFacts {
  readonly volume: "low" | "mixed";
  readonly description: string;
  /** How people agree, each way with where it can be seen. */
  readonly messageFlow: string;
  readonly samples: readonly string[];
  readonly hasLinks: boolean;
  readonly hasPhones: boolean;
  readonly isDirectLending: boolean;
  readonly isAgeGated: boolean;
  readonly optInMessage: string;
  readonly optOutMessage: string;
  readonly helpMessage: string;
  readonly optInKeywords: readonly string[];
  readonly optOutKeywords: readonly string[];
  readonly helpKeywords: readonly string[];
  readonly privacyUrl: string;
  readonly termsUrl: string;
  /** The page that shows how people agree, and a picture of it. */
  readonly optInUrl: string;
  readonly optInPictureUrl: string;
}

export interface RegistrationFacts {
  readonly business: BusinessFacts;
  readonly campaign: CampaignFacts;
}

/** One registration as it is handed over, step by step. */
export interface Submission {
  readonly kind: RegistrationKind;
  /**
   * Ours, and the same for all steps of a registration: at most 40 letters, digits and hyphens. It stands in the names of
   * what is made at the carrier, so that a step whose answer was lost can be found.
   */
  readonly reference: string;
  readonly facts: RegistrationFacts;
  /** 1 at first; each new attempt after a refusal is one more. */
  readonly round: number;
  /** The toll-free number, and what the carrier calls it; null for the other kinds. */
  readonly tollFree: { readonly number: string; readonly sid: string } | null;
  /**
   * What the carrier calls what the steps made, by step. For a campaign, what those of its business made as well; for a
   * toll-free number, if there is one. Steps of earlier rounds keep theirs, and a later round's answer replaces them.
   */
  readonly made: Readonly<Record<string, string>>;
}

/** What must be changed: a code of the carrier's, and the field of ours that it is about. */
export interface RegistrationProblem {
  /** Digits; empty when the carrier gave none. */
  readonly code: string;
  readonly field: RegistrationField;
}

export type StepResult =
  /** Also when the step found nothing left to do. */
  | { readonly kind: "done"; readonly sid: string }
  /** Provably nothing was made. */
  | { readonly kind: "refused"; readonly problems: readonly RegistrationProblem[] }
  /** An earlier step must be reviewed first: look at the same step again later. Nothing was made. */
  | { readonly kind: "waiting" }
  /** Provably not taken: too many requests, or the carrier can't be reached. */
  | { readonly kind: "busy"; readonly why: string }
  /** Unknown whether it was taken: call `find` before the step is taken again. */
  | { readonly kind: "lost"; readonly why: string };

export type FindResult =
  | { readonly kind: "found"; readonly sid: string }
  | { readonly kind: "absent" }
  | { readonly kind: "unclear"; readonly why: string };

export type ReviewedState = "pending" | "in_review" | "approved" | "refused" | "suspended";

export type ReviewResult =
  | {
      readonly kind: "seen";
      readonly state: ReviewedState;
      readonly problems: readonly RegistrationProblem[];
      /** The most segments a day that one carrier takes of this business; null: not told. */
      readonly dailySegments: number | null;
      /** Whether a refused one may be handed over again; false: only the carrier's support can. */
      readonly mayResubmit: boolean;
    }
  | { readonly kind: "unclear"; readonly why: string };

export type NumberState = "registered" | "joining" | "missing";

export type NumberResult =
  | { readonly kind: "seen"; readonly state: NumberState }
  | { readonly kind: "unclear"; readonly why: string };

/** Called for whatever the carrier reports of a registration. It only says: look again. */
export interface RegistrationCallbacks {
  /** @param sid of anything that a step made. */
  onNotice(sid: string): Promise<void>;
}

/** Registers businesses, what they text, and numbers with the US carriers. No function throws or retries by itself. */
export interface Registrar {
  readonly provider: string;
  /** Why a kind can't be registered with the operator's setup, as a sentence for the operator; absent: it can be. */
  readonly unavailable: Readonly<Partial<Record<RegistrationKind, string>>>;
  /** Milliseconds within which every function answers. */
  readonly answersWithin: number;
  /** The least milliseconds from one request to the next, over all businesses and nodes. */
  readonly pause: number;
  /**
   * The steps of a round in their order. A later round has the names of the first one, and perhaps others: a step changes
   * what it made before, or makes what it didn't get to.
   */
  steps(kind: RegistrationKind, round: number): readonly string[];
  /**
   * Takes one step, once.
   *
   * @param leaveBy asked as the request leaves; after it nothing leaves, and the result is `busy`.
   */
  take(step: string, submission: Submission, leaveBy: Deadline): Promise<StepResult>;
  /** Finds what an earlier attempt at a step has made, or whether it was taken. */
  find(step: string, submission: Submission): Promise<FindResult>;
  /** What has become of a registration whose steps are all done. */
  review(submission: Submission): Promise<ReviewResult>;
  /** Puts a number under an approved campaign. Repeating it is harmless. */
  join(numberSid: string, submission: Submission, leaveBy: Deadline): Promise<StepResult>;
  /**
   * Whether carriers deliver what this number of our account sends, however it was registered.
   *
   * @param campaign where it was joined, if we know: it is looked for there first.
   */
  numberState(numberSid: string, number: string, campaign?: Submission): Promise<NumberResult>;
  /** Mounts what the carrier calls on `http`. Called once, before listening. */
  connect(callbacks: RegistrationCallbacks, http: import("fastify").FastifyInstance): Promise<void>;
  stop(): Promise<void>;
}

/** Problems for which every carrier refuses a submission, so that none is asked: no tax number. */
export function refusedBeforehand({ kind, facts: { business } }: Submission): RegistrationProblem[] {
  if (kind !== "business") return [];
  if (business.type === "sole_proprietor") return [{ code: "", field: "business_type" }];
  return business.ein === "" ? [{ code: "", field: "ein" }] : [];
}
