import { randomUUID } from "node:crypto";
import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { MarketingEmailOutcome } from "#domains/marketing/sender/server/public.ts";
import { maxEmailLength, maxSubjectLength } from "../contract.ts";
import { afterAnswer, leaseMs } from "../rules.ts";
import { publishContact } from "./facts.ts";
import { changeEmail, insertEmail, lockEmail, type PersonalEmailKey, removeEmail } from "./store.ts";

/** A follow-up plan's email to a customer, as it leaves. */
export interface PlanEmail extends LocationKey {
  readonly customer_id: number;
  readonly plan_name: string;
  /** Who signs it, and gets copies of its replies; null: no one. */
  readonly signer_id: number | null;
  readonly to: string;
  readonly subject: string;
  /** Empty for an email template. */
  readonly words: string;
}

/** Commits that a plan's email leaves; one whose answer doesn't come counts as unknown. @returns its id, which replies name. */
export async function insertPlanEmail(unit: UnitOfWork, email: PlanEmail): Promise<number | undefined> {
  const { dealer_id, location_id, customer_id, plan_name, signer_id: user_id, to, subject, words } = email;
  const created_at = unit.now();
  publishContact(unit, email);
  return insertEmail(unit.db, {
    dealer_id,
    location_id,
    customer_id,
    user_id,
    plan_name,
    client_id: randomUUID(),
    email: to,
    subject: subject.slice(0, maxSubjectLength),
    words: words.slice(0, maxEmailLength),
    created_at,
    state: "sending",
    attempts: 1,
    due_at: new Date(created_at.getTime() + leaseMs),
  });
}

/** Notes what became of a plan's email. One that wasn't sent is removed; undefined: the day's limit was reached. */
export async function settlePlanEmail(
  unit: UnitOfWork,
  key: PersonalEmailKey,
  outcome: MarketingEmailOutcome | undefined,
): Promise<void> {
  const { db, now } = unit;
  const email = await lockEmail(db, key);
  // Erased meanwhile, or reported as bounced before the answer was stored.
  if (email?.state !== "sending" && email?.state !== "unknown") return;
  publishContact(unit, email);
  const isAnswered = outcome?.kind === "accepted" || outcome?.kind === "refused" || outcome?.kind === "lost";
  const change = isAnswered ? afterAnswer(outcome, email.attempts, now()) : undefined;
  if (!change || change.state === "waiting") return removeEmail(db, key);
  await changeEmail(db, key, { ...change, due_at: null, ...(change.state === "sent" && { sent_at: now() }) });
}
