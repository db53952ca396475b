import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, optionalWholeNumber, sent } from "#core/fields.ts";
import { operator } from "#core/people.ts";

/** A business's limits as the operator chose them; null: the default. */
export const ChosenLimits = z.object({
  texts: z.nullable(z.number()),
  mails: z.nullable(z.number()),
  invitations: z.nullable(z.number()),
  storage_gb: z.nullable(z.number()),
});

const amounts = z.object({ texts: z.number(), mails: z.number(), invitations: z.number(), bytes: z.number() });

export const Quotas = z.object({
  is_trial: z.boolean(),
  /** Of today, by the business's own day; bytes in all. */
  used: amounts,
  /** What applies without the operator's choice. */
  defaults: amounts,
  chosen: ChosenLimits,
});
export type Quotas = z.infer<typeof Quotas>;

const limit = (most: number) =>
  sent(optionalWholeNumber(most, "Enter a whole number, or leave it empty for the default"));

export const LimitsDraft = z.object({
  texts: limit(1_000_000),
  mails: limit(1_000_000),
  invitations: limit(10_000),
  storage_gb: limit(10_000),
});
export type LimitsDraft = z.infer<typeof LimitsDraft>;

export const quotas = calls("quotas", {
  one: {
    method: "GET",
    path: "/admin/clients/{id}/quotas",
    allow: operator,
    about: "What a client may send in a day and store in all, and how much of it is used.",
    params: z.object({ id: Id }),
    data: Quotas,
  },
  change: {
    method: "POST",
    path: "/admin/clients/{id}/quotas",
    allow: operator,
    audit: "trail",
    about: "Changes a client's limits; an empty one uses the default.",
    params: z.object({ id: Id }),
    body: LimitsDraft,
    successMessage: "Limits saved",
  },
});
