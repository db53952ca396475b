import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { customersByIds, readFacts } from "#domains/campaigns/audience/server/public.ts";
import { maySendMarketing } from "#domains/locations/registration/rules.ts";
import { textSender } from "#domains/locations/server/public.ts";
import { mailAddressKey, suppressedAddresses } from "#domains/marketing/consent/server/public.ts";
import { locateRecipient, mayMarket, type SkipReason } from "#domains/marketing/rules/rules.ts";
import { currentStop, quietHours } from "#domains/marketing/rules/server/public.ts";
import { senderOf } from "#domains/marketing/sender/server/public.ts";
import type { PlanEnding, PlanStep, PlanWait } from "../fields.ts";
import { nextInWindow } from "../rules.ts";
import { type PlanLead, planTextsSince, type StoredPlan } from "./store.ts";

const dayMs = 86_400_000;
/** Quiet hours that leave no hour for so long are a mistake. */
const longestWaitMs = 30 * dayMs;

export type StepDecision =
  | { readonly kind: "send" }
  /** `until`: when it can leave, if that is known. */
  | { readonly kind: "wait"; readonly reason: PlanWait; readonly until?: Date }
  | { readonly kind: "skip"; readonly reason: SkipReason | "no_phone" | "no_email" }
  | { readonly kind: "end"; readonly ending: PlanEnding };

/** Whether a step may be done now. Texts and emails pass the gate of all marketing as they leave. */
export async function decideStep(
  unit: UnitOfWork,
  plan: StoredPlan,
  lead: PlanLead,
  step: PlanStep,
  { isUrged }: { readonly isUrged: boolean },
): Promise<StepDecision> {
  const now = unit.now();
  const opens = isUrged ? now : nextInWindow(now, plan, plan.zone);
  if (opens > now) return { kind: "wait", reason: "hours", until: opens };
  if (step.kind === "task") return { kind: "send" };
  const decision = await (step.kind === "text" ? decideText(unit, plan, lead) : decideEmail(unit, plan, lead));
  if (decision.kind !== "send") return decision;
  return (await currentStop(unit.db)) ? { kind: "wait", reason: "stopped" } : decision;
}

async function decideText({ db, now: clock }: UnitOfWork, plan: StoredPlan, lead: PlanLead): Promise<StepDecision> {
  const { dealer_id, location_id, customer_id, phone } = lead;
  const now = clock();
  if (customer_id === null || phone === "") return { kind: "skip", reason: "no_phone" };
  const people = await customersByIds(db, lead, [customer_id]);
  const query = { dealer_id, campaign_id: undefined, exclude_days: 0, skip_unanswered: false, now };
  const own = (await readFacts(db, query, people)).get(customer_id);
  const [person] = people;
  if (!own || !person) return { kind: "end", ending: "deleted" };
  const area = locateRecipient({ time_zone: "", address: person.address, phone }, plan.zone);
  const decision = mayMarket(
    {
      ...own,
      isDuplicate: false,
      isUnanswered: false,
      isRecent: false,
      isCancelled: false,
      textsInDay: own.textsInDay + (await planTextsSince(db, lead, customer_id, new Date(now.getTime() - dayMs))),
      area,
      dueAt: now,
      now,
      endsBy: new Date(now.getTime() + longestWaitMs),
    },
    await quietHours(db),
  );
  if (decision.kind === "skip") return afterRefusal(decision.reason);
  const sender = await textSender(db, dealer_id, location_id);
  if (!sender) return { kind: "wait", reason: "no_number" };
  if (!maySendMarketing(sender.registration)) return { kind: "wait", reason: "not_registered" };
  if (decision.kind === "wait")
    return { kind: "wait", reason: "hours", until: nextInWindow(decision.until, plan, plan.zone) };
  return { kind: "send" };
}

function afterRefusal(reason: SkipReason): StepDecision {
  if (reason === "opted_out" || reason === "unsubscribed" || reason === "complained")
    return { kind: "end", ending: "opted_out" };
  if (reason === "removed") return { kind: "end", ending: "deleted" };
  if (reason === "asked" || reason === "limit") return { kind: "wait", reason };
  return reason === "quiet_hours" ? { kind: "wait", reason: "hours" } : { kind: "skip", reason };
}

async function decideEmail({ db }: UnitOfWork, _: StoredPlan, lead: PlanLead): Promise<StepDecision> {
  const { dealer_id, location_id, email } = lead;
  if (email.trim() === "") return { kind: "skip", reason: "no_email" };
  const address = mailAddressKey(email);
  const refused = (await suppressedAddresses(db, dealer_id, [address])).get(address);
  if (refused) return afterRefusal(refused);
  const sender = await senderOf(db, dealer_id, location_id);
  return sender && sender.postal_address !== "" ? { kind: "send" } : { kind: "wait", reason: "no_address" };
}
