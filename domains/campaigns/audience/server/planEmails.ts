import { isEmail } from "#core/fields.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { mailAddressKey, suppressedAddresses } from "#domains/marketing/consent/server/public.ts";
import {
  locateRecipient,
  type MailMarketingFacts,
  mayMarket,
  type SkipReason,
} from "#domains/marketing/rules/rules.ts";
import { chosenTime } from "../../rules.ts";
import type { AudiencePerson, FactsQuery, Plan } from "./planTexts.ts";
import { earlierTexts } from "./store.ts";

const dayMs = 86_400_000;

/** What a mailbox's past says about another marketing email. */
export type MailFacts = Pick<
  MailMarketingFacts,
  "isRemoved" | "hasAddress" | "suppression" | "isUnanswered" | "isRecent"
>;

/** The mailbox of a person as the ledger knows it; empty for what is none. */
export function mailboxOf({ email }: Pick<AudiencePerson, "email">): string {
  const address = email.trim();
  return isEmail(address) ? mailAddressKey(address) : "";
}

/** Reads in two statements what decides about these people. */
export async function readMailFacts(
  db: Db,
  { dealer_id, campaign_id, exclude_days, skip_unanswered, now }: FactsQuery,
  people: readonly AudiencePerson[],
): Promise<Map<number, MailFacts>> {
  const addresses = people.flatMap((person) => mailboxOf(person) || []);
  const suppressed = await suppressedAddresses(db, dealer_id, addresses);
  const since = new Date(now.getTime() - exclude_days * dayMs);
  const earlier = exclude_days === 0 ? [] : await earlierTexts(db, dealer_id, addresses, since, undefined);
  const recent = new Set(
    earlier
      .filter((mail) => mail.campaign_id !== campaign_id && !mail.isRefused && mail.handed_at > since)
      .map(({ address }) => address),
  );
  return new Map(
    people.map((person) => {
      const address = mailboxOf(person);
      const facts: MailFacts = {
        isRemoved: person.isRemoved,
        hasAddress: address !== "",
        suppression: suppressed.get(address) ?? null,
        isUnanswered: skip_unanswered && person.isWaiting,
        isRecent: recent.has(address),
      };
      return [person.id, facts] as const;
    }),
  );
}

interface PersonInEmailPlan {
  /** Undefined for somebody who no longer exists. */
  readonly facts: MailFacts | undefined;
  /** Somebody before them in the audience has the mailbox. */
  readonly isDuplicate: boolean;
}

const missingFacts: MailFacts = {
  isRemoved: true,
  hasAddress: false,
  suppression: null,
  isUnanswered: false,
  isRecent: false,
};

/** When somebody is to get the email, or why not. */
export function planMail(
  { schedule, starts_at, now }: Plan,
  { address, phone }: Pick<AudiencePerson, "address" | "phone">,
  { facts = missingFacts, isDuplicate }: PersonInEmailPlan,
) {
  const area = locateRecipient({ time_zone: "", address, phone }, schedule.zone);
  const due_at = chosenTime(schedule, starts_at, area);
  const times = { dueAt: due_at, now };
  const decision = mayMarket({ channel: "email", ...facts, isDuplicate, isCancelled: false, ...times }, []);
  const reason: SkipReason | "" = decision.kind === "skip" ? decision.reason : "";
  return {
    zones: area.zones.join(" "),
    states: area.isGuess ? "" : area.states.join(" "),
    is_guess: area.isGuess,
    due_at,
    state: reason === "" ? ("pending" as const) : ("skipped" as const),
    reason,
  };
}
