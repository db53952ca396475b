import { mayMarket, type SkipReason } from "#domains/marketing/gate/rules.ts";
import type { QuietHoursRule } from "#domains/marketing/hours/rules.ts";
import { locateRecipient } from "#domains/marketing/recipients/rules.ts";
import { dueTime, type Schedule } from "../../rules.ts";
import type { AudienceFacts, AudiencePerson } from "./readFacts.ts";

const missingFacts: AudienceFacts = {
  isRemoved: true,
  isTextable: false,
  consent: "unknown",
  isUnanswered: false,
  isRecent: false,
  textsInDay: 0,
};

/** When a campaign goes, and by which rules. */
export interface Plan {
  readonly schedule: Schedule;
  readonly starts_at: Date;
  readonly ends_by: Date;
  readonly now: Date;
  readonly rules: readonly QuietHoursRule[];
}

interface PersonInPlan {
  /** Undefined for somebody who no longer exists. */
  readonly facts: AudienceFacts | undefined;
  /** With what the sender confirmed. */
  readonly consent: AudienceFacts["consent"];
  /** Somebody before them in the audience has the phone. */
  readonly isDuplicate: boolean;
  /** The person's number in the audience, from 1. */
  readonly n: number;
}

/** When and where somebody is to get the text, or why not. What only the hour decides is decided again at the claim. */
export function planFor(
  plan: Plan,
  { address, phone }: AudiencePerson,
  { facts = missingFacts, consent, isDuplicate, n }: PersonInPlan,
) {
  const area = locateRecipient({ time_zone: "", address, phone }, plan.schedule.zone);
  const due = dueTime(plan.schedule, plan.starts_at, area, n, plan.rules);
  const dueAt = due ?? plan.ends_by;
  const times = { dueAt, now: plan.now, endsBy: plan.ends_by };
  const decision = mayMarket({ ...facts, consent, isDuplicate, isCancelled: false, area, ...times }, plan.rules);
  // Texts of today count when it is their turn, not now.
  const reason: SkipReason | "" = decision.kind === "skip" && decision.reason !== "limit" ? decision.reason : "";
  return {
    zones: area.zones.join(" "),
    states: area.isGuess ? "" : area.states.join(" "),
    is_guess: area.isGuess,
    due_at: dueAt,
    state: reason === "" ? ("pending" as const) : ("skipped" as const),
    reason,
  };
}
