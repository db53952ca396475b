import type { BodyOf, DataOf } from "#core/call.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { dailyRoom } from "#domains/quotas/server/public.ts";
import { mailboxOf, planMail, readMailFacts } from "../../audience/server/public.ts";
import { mailSkipTexts } from "../../email/rules.ts";
import { checkedChoice } from "../../text/server/public.ts";
import type { emailPreview } from "../contract.ts";
import { AudienceCount, audienceBlocks, factsQuery, planOf } from "./audienceCount.ts";

type ShownPerson = DataOf<typeof emailPreview.audience>["reasons"][number]["people"][number];

/** Goes through the whole audience by the sender's own rules, and writes nothing. */
export async function previewEmails(context: StaffContext, body: BodyOf<typeof emailPreview.audience>) {
  const choice = await checkedChoice(context, body);
  const plan = await planOf(context, body, []);
  const query = factsQuery(context, body, body.skip_unanswered === 1);
  const count = new AudienceCount<ShownPerson>(plan);
  const mailboxes = new Set<string>();
  for await (const people of audienceBlocks(context, choice)) {
    const facts = await readMailFacts(context.db, query, people);
    for (const person of people) {
      const { id: customer_id, first_name, last_name, email } = person;
      const mailbox = mailboxOf(person);
      const known = { facts: facts.get(customer_id), isDuplicate: mailboxes.has(mailbox) };
      const { reason, due_at } = planMail(plan, person, known);
      if (reason !== "duplicate" && mailbox !== "") mailboxes.add(mailbox);
      if (reason === "") count.reach(due_at);
      else count.leaveOut(reason, { customer_id, first_name, last_name, email });
    }
  }
  const room = await dailyRoom(context, context.scope.dealer_id, "mails");
  return { ...count.result(mailSkipTexts), mailed: count.reached, ...room };
}
