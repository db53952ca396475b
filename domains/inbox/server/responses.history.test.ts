import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { customers } from "#domains/customers/contract.ts";
import { chatTags } from "#domains/inbox/list/contract.ts";
import { scheduledMessages } from "#domains/inbox/sending/contract.ts";
import { businessHours } from "#domains/locations/hours/contract.ts";
import { businessSeconds, defaultHours, type Hours } from "#domains/locations/hours/rules.ts";
import { inDepth } from "#testing/deep.ts";
import { mergeSteps } from "#testing/duplicates/mergeSteps.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { inbox } from "../contract.ts";

const { app, dealer } = await startInboxTest();
afterAll(() => app.close());

const timeZone = "America/New_York";
const otherHours: Hours = { week: Array.from({ length: 7 }, () => ({ opens: 7 * 60, closes: 21 * 60 })), closed: [] };

const customerActions = [
  "texts",
  "calls in vain",
  "asks for help",
  "is answered",
  "is answered by a text for later",
] as const;
const otherActions = ["is cleared", "is closed", "other hours", "merge", "undo"] as const;
type ActionKind = (typeof customerActions)[number] | (typeof otherActions)[number];
interface Action {
  readonly who: 0 | 1;
  readonly what: ActionKind;
  /** Seconds since the previous action. */
  readonly after: number;
}
const action: fc.Arbitrary<Action> = fc.record({
  who: fc.constantFrom(0 as const, 1 as const),
  what: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...customerActions) },
    { weight: 1, arbitrary: fc.constantFrom(...otherActions) },
  ),
  after: fc.integer({ min: 1, max: 30_000 }),
});

/** An expected change to the waits of one or both customers. */
interface WaitChange {
  readonly of: readonly (0 | 1)[];
  readonly kind: "asks" | "ends";
  readonly at: Date;
  /** For a person's reply: the business hours at the time. */
  readonly answeredIn?: Hours;
}

/** Since when a customer waits after these changes. */
function waitOf(who: 0 | 1, changes: readonly WaitChange[]): Date | null {
  let since: Date | null = null;
  for (const { of, kind, at } of changes) {
    if (of.includes(who)) since = kind === "ends" ? null : (since ?? at);
  }
  return since;
}

const earliest = (times: readonly (Date | null)[]) =>
  times.reduce((one, other) => (one && other ? (one <= other ? one : other) : (one ?? other)), null);

/** The responses that these changes must produce. */
function responsesIn(changes: readonly WaitChange[]) {
  return changes.flatMap(({ of, at, answeredIn }, index) => {
    const waiting_since = earliest(of.map((who) => waitOf(who, changes.slice(0, index))));
    if (!answeredIn || !waiting_since) return [];
    const business_seconds = businessSeconds(answeredIn, timeZone, waiting_since, at);
    return [{ waiting_since, answered_at: at, business_seconds }];
  });
}

async function runActions(actions: readonly Action[]) {
  await app.pool.query("delete from rate_limits; delete from responses; delete from business_hours");
  const manager = await app.signIn(dealer.manager);
  const twins = mergeSteps(app, dealer, manager);
  const two = [await twins.person(), await twins.person()] as const;
  const chats = [await twins.send(two[0].id, "Hello"), await twins.send(two[1].id, "Hello")] as const;
  const changes: WaitChange[] = [];
  let merge_id: number | undefined;
  let hours = defaultHours;

  async function run({ who, what, after }: Action): Promise<void> {
    app.clock.advance(after * 1000);
    const at = app.clock.now();
    const isMerged = merge_id !== undefined;
    const of = isMerged ? ([0, 1] as const) : ([who] as const);
    const target = isMerged ? 0 : who;
    const chat_id = chats[target];
    const expectChange = (change: Omit<WaitChange, "at"> & { at?: Date }) => void changes.push({ at, ...change });
    if (what === "texts") {
      await twins.inbound(two[who].phone, "Is it still there?");
      expectChange({ of: [who], kind: "asks" });
    }
    if (what === "calls in vain") {
      await twins.call(two[who].phone);
      expectChange({ of: [who], kind: "asks" });
    }
    if (what === "asks for help") {
      await twins.inbound(two[who].phone, "HELP");
      // HELP is answered automatically; an earlier question stays open.
      const before = of.map((each) => waitOf(each, changes));
      expectChange({ of: [who], kind: "asks" });
      if (earliest(before) === null) expectChange({ of, kind: "ends" });
    }
    if (what === "is answered") {
      await manager(inbox.send, { body: { chat_id, message: "It is" } });
      expectChange({ of, kind: "ends", answeredIn: hours });
    }
    if (what === "is answered by a text for later") {
      const send_at = new Date(at.getTime() + 3_600_000);
      const scheduled = { chat_id, message: "It is", send_at: send_at.toISOString(), unless_reply: 0 } as const;
      await manager(scheduledMessages.add, { body: scheduled });
      app.clock.set(send_at);
      await app.jobs.runAll();
      expectChange({ of, kind: "ends", at: send_at, answeredIn: hours });
    }
    if (what === "is cleared") {
      await manager(chatTags.clearUnreplied, { params: { chat_id } });
      expectChange({ of, kind: "ends" });
    }
    if (what === "is closed") await manager(inbox.close, { body: { chat_id, is_closed: 1 } });
    if (what === "other hours") {
      hours = hours === defaultHours ? otherHours : defaultHours;
      const { week, closed } = hours;
      await manager(businessHours.change, { params: { id: dealer.location_id }, body: { week, closed } });
    }
    if (what === "merge" && !isMerged) merge_id = await twins.merge(two[0].id, two[1].id);
    if (what === "undo" && merge_id !== undefined) {
      await twins.undo(merge_id);
      merge_id = undefined;
    }
    app.clock.advance(1000);
    await app.jobs.runAll();
    await compare();
  }

  async function compare(): Promise<void> {
    const isMerged = merge_id !== undefined;
    for (const who of isMerged ? ([0] as const) : ([0, 1] as const)) {
      const expected = isMerged ? earliest([waitOf(0, changes), waitOf(1, changes)]) : waitOf(who, changes);
      const { chat_id } = (await manager(customers.details, { params: { id: two[who].id } })).data;
      const { data } = await manager(inbox.chat, { params: { chat_id: chat_id ?? 0 } });
      expect(data).toMatchObject({ is_replied: expected ? 0 : 1, waiting_since: expected?.toISOString() ?? null });
    }
    const { rows } = await app.pool.query(
      `select r.waiting_since, r.answered_at, r.business_seconds, r.chat_id = m.chat_id and r.user_id = m.user_id as kept
       from responses r join messages m on m.dealer_id = r.dealer_id and m.id = r.message_id order by r.id`,
    );
    expect(rows).toEqual(responsesIn(changes).map((answer) => ({ ...answer, kept: true })));
  }

  for (const one of actions) await run(one);
}

test("waits and response times stay correct through any sequence of actions", {
  timeout: 240_000,
}, async () => {
  await fc.assert(fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 12 }), runActions), {
    numRuns: inDepth(15, 3),
  });
});

test("the first reply after a weekend counts business minutes only; the second counts nothing", async () => {
  await app.pool.query("delete from rate_limits; delete from responses; delete from business_hours");
  const [askedAt, answeredAt] = [new Date("2031-03-08T22:55:00Z"), new Date("2031-03-10T13:05:00Z")];
  app.clock.set(askedAt);
  const twins = mergeSteps(app, dealer, await app.signIn(dealer.agent));
  const { id, phone } = await twins.person();
  const chat_id = await twins.send(id, "Hello");
  app.clock.set(askedAt);
  await twins.inbound(phone, "Is it still there?");
  app.clock.set(answeredAt);
  // Sessions expire over the weekend.
  const agent = await app.signIn(dealer.agent);
  const first = (await agent(inbox.send, { body: { chat_id, message: "It is" } })).data.id;
  await agent(inbox.send, { body: { chat_id, message: "Come and see it" } });
  const { rows } = await app.pool.query(
    `select message_id::int, chat_id::int, waiting_since, answered_at, business_seconds,
       user_id = (select id from users where email = $1) as is_theirs from responses`,
    [dealer.agent],
  );
  const wait = { waiting_since: askedAt, answered_at: answeredAt, business_seconds: 600 };
  expect(rows).toEqual([{ message_id: first, chat_id, ...wait, is_theirs: true }]);
});
