import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { type AudiencePerson, customersByIds, readFacts } from "#domains/campaigns/audience/server/public.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { locateRecipient, type MarketingDecision, mayMarket } from "#domains/marketing/rules/rules.ts";
import { quietHours } from "#domains/marketing/rules/server/public.ts";
import { invitesSince } from "./store.ts";

/** The gate's answer about a text to each person. */
export interface JudgedPerson {
  readonly person: AudiencePerson;
  readonly decision: MarketingDecision;
}

const dayMs = 86_400_000;

/**
 * Asks the marketing gate about an invitation by text to each of these customers.
 *
 * @param ends_by later than this nothing is sent.
 */
export async function evaluateTexts(
  db: Db,
  location: LocationKey,
  customer_ids: readonly number[],
  { now, ends_by }: { readonly now: Date; readonly ends_by: Date },
): Promise<Map<number, JudgedPerson>> {
  const { dealer_id, location_id } = location;
  const people = await customersByIds(db, location, customer_ids);
  const query = { dealer_id, campaign_id: undefined, exclude_days: 0, skip_unanswered: false, now };
  const facts = await readFacts(db, query, people);
  const phones = people.map(({ phone }) => phone);
  const invited = await invitesSince(db, dealer_id, phones, new Date(now.getTime() - dayMs));
  const zone = (await locationById(db, dealer_id, location_id))?.time_zone ?? "America/New_York";
  const rules = await quietHours(db);
  return new Map(
    people.flatMap((person) => {
      const own = facts.get(person.id);
      if (!own) return [];
      const area = locateRecipient({ time_zone: "", address: person.address, phone: person.phone }, zone);
      const textsInDay = own.textsInDay + (invited.get(person.phone) ?? 0);
      const times = { dueAt: now, now, endsBy: ends_by };
      const message = { isDuplicate: false, isUnanswered: false, isRecent: false, isCancelled: false };
      const decision = mayMarket({ ...own, ...message, ...times, textsInDay, area }, rules);
      return [[person.id, { person, decision }] as const];
    }),
  );
}
