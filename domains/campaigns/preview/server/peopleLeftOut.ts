import type { BodyOf, DataOf } from "#core/call.ts";
import { invalidField } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { skipReasons } from "#domains/marketing/gate/rules.ts";
import { nextOfAudience, readFacts } from "../../audience/server/public.ts";
import { checkedChoice } from "../../text/server/public.ts";
import { type campaignPreview, maxPeopleShown } from "../contract.ts";
import { factsQuery, planOf } from "./planOf.ts";
import { planPerson } from "./planPerson.ts";

/** People looked at in one statement, and for one page. */
const blockSize = 2_000;
const maxBlocks = 10;

/**
 * A page of those whom one reason leaves out, by the sender's own rules. Nobody is counted and nothing is kept: the next
 * page goes on where this one ended.
 */
export async function peopleLeftOut(
  context: StaffContext,
  body: BodyOf<typeof campaignPreview.leftOut>,
): Promise<DataOf<typeof campaignPreview.leftOut>> {
  const { db, scope } = context;
  if (!skipReasons.some((reason) => reason === body.reason)) throw invalidField("reason", "Choose a reason");
  const choice = await checkedChoice(context, body);
  const plan = await planOf(context, body);
  const phones = new Set<string>();
  const people: DataOf<typeof campaignPreview.leftOut>["people"] = [];
  let after = body.after ?? 0;
  for (let block = 0; block < maxBlocks; block += 1) {
    const found = await nextOfAudience(db, scope, choice, after, blockSize);
    const facts = await readFacts(db, factsQuery(context, body), found);
    for (const [index, person] of found.entries()) {
      const { id: customer_id, first_name, last_name, phone } = person;
      const known = { facts: facts.get(customer_id), isDuplicate: phones.has(phone), n: index + 1 };
      const { reason } = planPerson(plan, person, { ...known, includesUnknown: body.include_unknown === 1 });
      phones.add(phone);
      after = customer_id;
      if (reason !== body.reason) continue;
      people.push({ customer_id, first_name, last_name, phone });
      if (people.length === maxPeopleShown) return { people, next_after: after };
    }
    if (found.length < blockSize) return { people, next_after: null };
  }
  return { people, next_after: after };
}
