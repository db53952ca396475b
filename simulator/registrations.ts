import * as z from "zod/mini";

/* The wire format of the simulator's registrations. */

/** What a reviewer reads of a submission. The tax number never leaves the application's own tables. */
export interface SimulatorSubmission {
  readonly id: number;
  readonly kind: "brand" | "campaign" | "verification";
  readonly reference: string;
  readonly round: number;
  /** The toll-free number; otherwise empty. */
  readonly number: string;
  readonly state: "pending" | "in_review" | "approved" | "refused" | "suspended";
  readonly code: string;
  readonly submitted_at: string;
  /** When the reviewers approve by themselves; null: they don't. */
  readonly decide_at: string | null;
  readonly legal_name: string;
  readonly brand_name: string;
  readonly website: string;
  readonly address: string;
  readonly representative: string;
  readonly description: string;
  readonly message_flow: string;
  readonly samples: readonly string[];
  readonly privacy_url: string;
  readonly terms_url: string;
}

/** What the reviewers can refuse for. */
export interface SimulatorRefusal {
  readonly code: string;
  readonly words: string;
}

export interface SimulatorRegistrar extends RegistrarDraft {
  readonly refusals: readonly SimulatorRefusal[];
}

const badCount = "Enter 0 to 100.";
const count = z.pipe(
  z.transform((value: unknown) => (value === undefined || value === "" ? 0 : Number(value))),
  z.number(badCount).check(z.int(badCount), z.minimum(0, badCount), z.maximum(100, badCount)),
);

const badSeconds = "Enter 0 to 86,400 seconds, or leave this empty.";

/** How the registrar works, and what goes wrong with the next steps. */
export const RegistrarDraft = z.object({
  /** Empty: reviewers approve nothing by themselves. */
  approve_seconds: z.pipe(
    z.transform((value: unknown) => (value === undefined || value === null || value === "" ? null : Number(value))),
    z.nullable(z.number(badSeconds).check(z.int(badSeconds), z.minimum(0, badSeconds), z.maximum(86_400, badSeconds))),
  ),
  busy_answers: count,
  lost_answers: count,
  lost_requests: count,
});
export type RegistrarDraft = z.output<typeof RegistrarDraft>;

export const reviewerActions = ["approve", "refuse", "suspend", "again"] as const;

/** What a reviewer decides. */
export const ReviewerDraft = z.object({
  action: z.enum(reviewerActions, { error: `Use one of ${reviewerActions.join(", ")}.` }),
  code: z._default(z.coerce.string().check(z.regex(/^\d{0,5}$/, "Select a reason.")), ""),
});
