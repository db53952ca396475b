import type { BodyOf, DataOf } from "#core/call.ts";
import { orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { type SkipReason, skipReasons } from "#domains/marketing/gate/rules.ts";
import { dailyRoom } from "#domains/quotas/server/public.ts";
import {
  type AudiencePerson,
  mailboxOf,
  nextOfAudience,
  planMail,
  readMailFacts,
} from "../../audience/server/public.ts";
import { mailSkipTexts } from "../../email/rules.ts";
import { scheduleTimes } from "../../rules.ts";
import { scheduleOf } from "../../server/campaignStore.ts";
import { checkedChoice, scheduleFieldsOf } from "../../text/server/public.ts";
import { type emailPreview, maxPeopleShown } from "../contract.ts";

type Audience = DataOf<typeof emailPreview.audience>;
type MailPersonLeftOut = Audience["reasons"][number]["people"][number];

const blockSize = 5_000;

/** Goes through the whole audience by the sender's own rules, and writes nothing. */
export async function previewMailAudience(context: StaffContext, body: BodyOf<typeof emailPreview.audience>) {
  const { db, scope, now } = context;
  const choice = await checkedChoice(context, body);
  const { time_zone } = orNotFound(await locationById(db, scope.dealer_id, scope.location_id));
  const schedule = scheduleOf(scheduleFieldsOf(body), time_zone);
  const plan = { schedule, ...scheduleTimes(schedule, now()), now: now(), rules: [] };
  const query = {
    dealer_id: scope.dealer_id,
    campaign_id: undefined,
    exclude_days: body.campaign_exclude_days ?? 0,
    skip_unanswered: body.skip_unanswered === 1,
    now: now(),
  };
  const taken = new Set<string>();
  const counts = new Map<SkipReason, number>();
  const people = new Map<SkipReason, MailPersonLeftOut[]>();
  let [audience, mailed, waiting] = [0, 0, 0];
  let last_due_at: Date | null = null;
  const leaveOut = (reason: SkipReason, { id, first_name, last_name, email }: AudiencePerson) => {
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
    const shown = people.get(reason) ?? [];
    if (shown.length < maxPeopleShown) shown.push({ customer_id: id, first_name, last_name, email });
    people.set(reason, shown);
  };
  for (let after = 0; ; ) {
    const block = await nextOfAudience(db, scope, choice, after, blockSize);
    const facts = await readMailFacts(db, query, block);
    for (const person of block) {
      const address = mailboxOf(person);
      const planned = planMail(plan, person, { facts: facts.get(person.id), isDuplicate: taken.has(address) });
      audience += 1;
      if (planned.reason !== "duplicate" && address !== "") taken.add(address);
      if (planned.reason !== "") leaveOut(planned.reason, person);
      else {
        mailed += 1;
        if (planned.due_at > plan.starts_at) waiting += 1;
        if (!last_due_at || planned.due_at > last_due_at) last_due_at = planned.due_at;
      }
    }
    const last = block.at(-1);
    if (!last) break;
    after = last.id;
  }
  const reasons = skipReasons.flatMap((reason) => {
    const count = counts.get(reason) ?? 0;
    return count === 0 ? [] : [{ reason, text: mailSkipTexts[reason], count, people: people.get(reason) ?? [] }];
  });
  const room = await dailyRoom(context, scope.dealer_id, "mails");
  return { audience, mailed, waiting, starts_at: plan.starts_at, last_due_at, ...room, reasons };
}
