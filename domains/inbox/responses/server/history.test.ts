import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { customers } from "#domains/customers/contract.ts";
import { twinsOf } from "#domains/duplicates/testing/twins.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { scheduledMessages } from "#domains/inbox/schedule/contract.ts";
import { chatTags } from "#domains/inbox/tags/contract.ts";
import { openTalk } from "#domains/inbox/testing/talk.ts";
import { businessHours } from "#domains/locations/hours/contract.ts";
import { businessSeconds, defaultHours, type Hours } from "#domains/locations/hours/rules.ts";

const { house, dealer } = await openTalk();
afterAll(() => house.close());

const zone = "America/New_York";
const otherHours: Hours = { week: Array.from({ length: 7 }, () => ({ opens: 7 * 60, closes: 21 * 60 })), closed: [] };

const deeds = ["texts", "calls in vain", "asks for help", "is answered", "is answered by a text for later"] as const;
const acts = ["is cleared", "is closed", "other hours", "merge", "undo"] as const;
type What = (typeof deeds)[number] | (typeof acts)[number];
interface Deed {
  readonly who: 0 | 1;
  readonly what: What;
  /** Seconds that pass before it. */
  readonly after: number;
}
const deed: fc.Arbitrary<Deed> = fc.record({
  who: fc.constantFrom(0 as const, 1 as const),
  what: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...deeds) },
    { weight: 1, arbitrary: fc.constantFrom(...acts) },
  ),
  after: fc.integer({ min: 1, max: 30_000 }),
});

/** What happened to the waits of one or both of the two customers, as somebody would note it who watches. */
interface Noted {
  readonly of: readonly (0 | 1)[];
  readonly kind: "asks" | "ends";
  readonly at: Date;
  /** Of an answer by a person: the hours that held. */
  readonly answeredIn?: Hours;
}

/** Since when a customer waits after what was noted, told from the beginning. */
function waitOf(who: 0 | 1, noted: readonly Noted[]): Date | null {
  let since: Date | null = null;
  for (const { of, kind, at } of noted) {
    if (of.includes(who)) since = kind === "ends" ? null : (since ?? at);
  }
  return since;
}

const earliest = (times: readonly (Date | null)[]) =>
  times.reduce((one, other) => (one && other ? (one <= other ? one : other) : (one ?? other)), null);

/** Every person's answer to somebody who waited. */
function answersIn(noted: readonly Noted[]) {
  return noted.flatMap(({ of, at, answeredIn }, index) => {
    const waiting_since = earliest(of.map((who) => waitOf(who, noted.slice(0, index))));
    if (!answeredIn || !waiting_since) return [];
    const business_seconds = businessSeconds(answeredIn, zone, waiting_since, at);
    return [{ waiting_since, answered_at: at, business_seconds }];
  });
}

async function live(all: readonly Deed[]) {
  await house.pool.query("delete from rate_limits; delete from responses; delete from business_hours");
  const manager = await house.signIn(dealer.manager);
  const twins = twinsOf(house, dealer, manager);
  const two = [await twins.person(), await twins.person()] as const;
  const chats = [await twins.send(two[0].id, "Hello"), await twins.send(two[1].id, "Hello")] as const;
  const noted: Noted[] = [];
  let merge_id: number | undefined;
  let hours = defaultHours;

  async function happen({ who, what, after }: Deed): Promise<void> {
    house.clock.advance(after * 1000);
    const at = house.clock.now();
    const isOne = merge_id !== undefined;
    const of = isOne ? ([0, 1] as const) : ([who] as const);
    const target = isOne ? 0 : who;
    const chat_id = chats[target];
    const note = (one: Omit<Noted, "at"> & { at?: Date }) => void noted.push({ at, ...one });
    if (what === "texts") {
      await twins.inbound(two[who].phone, "Is it still there?");
      note({ of: [who], kind: "asks" });
    }
    if (what === "calls in vain") {
      await twins.call(two[who].phone);
      note({ of: [who], kind: "asks" });
    }
    if (what === "asks for help") {
      await twins.inbound(two[who].phone, "HELP");
      // The carriers' rules answer this word at once, by nobody; what was asked before stays open.
      const before = of.map((each) => waitOf(each, noted));
      note({ of: [who], kind: "asks" });
      if (earliest(before) === null) note({ of, kind: "ends" });
    }
    if (what === "is answered") {
      await manager(inbox.send, { body: { chat_id, message: "It is" } });
      note({ of, kind: "ends", answeredIn: hours });
    }
    if (what === "is answered by a text for later") {
      const send_at = new Date(at.getTime() + 3_600_000);
      const later = { chat_id, message: "It is", send_at: send_at.toISOString(), unless_reply: 0 } as const;
      await manager(scheduledMessages.add, { body: later });
      house.clock.set(send_at);
      await house.jobs.doAll();
      note({ of, kind: "ends", at: send_at, answeredIn: hours });
    }
    if (what === "is cleared") {
      await manager(chatTags.clearUnreplied, { params: { chat_id } });
      note({ of, kind: "ends" });
    }
    if (what === "is closed") await manager(inbox.close, { body: { chat_id, is_closed: 1 } });
    if (what === "other hours") {
      hours = hours === defaultHours ? otherHours : defaultHours;
      const { week, closed } = hours;
      await manager(businessHours.change, { params: { id: dealer.location_id }, body: { week, closed } });
    }
    if (what === "merge" && !isOne) merge_id = await twins.merge(two[0].id, two[1].id);
    if (what === "undo" && merge_id !== undefined) {
      await twins.undo(merge_id);
      merge_id = undefined;
    }
    house.clock.advance(1000);
    await house.jobs.doAll();
    await compare();
  }

  async function compare(): Promise<void> {
    const isOne = merge_id !== undefined;
    for (const who of isOne ? ([0] as const) : ([0, 1] as const)) {
      const expected = isOne ? earliest([waitOf(0, noted), waitOf(1, noted)]) : waitOf(who, noted);
      const { chat_id } = (await manager(customers.details, { params: { id: two[who].id } })).data;
      const { data } = await manager(inbox.chat, { params: { chat_id: chat_id ?? 0 } });
      expect(data).toMatchObject({ is_replied: expected ? 0 : 1, waiting_since: expected?.toISOString() ?? null });
    }
    const { rows } = await house.pool.query(
      `select r.waiting_since, r.answered_at, r.business_seconds, r.chat_id = m.chat_id and r.user_id = m.user_id as kept
       from responses r join messages m on m.dealer_id = r.dealer_id and m.id = r.message_id order by r.id`,
    );
    expect(rows).toEqual(answersIn(noted).map((answer) => ({ ...answer, kept: true })));
  }

  for (const one of all) await happen(one);
}

test("whatever happens, a chat knows since when its customer waits, and each answer how long it took", {
  timeout: 240_000,
}, async () => {
  await fc.assert(fc.asyncProperty(fc.array(deed, { minLength: 3, maxLength: 12 }), live), { numRuns: 15 });
});

test("the first answer after a weekend took the minutes of business, the second answers nobody", async () => {
  await house.pool.query("delete from rate_limits; delete from responses; delete from business_hours");
  const [asked, answered] = [new Date("2031-03-08T22:55:00Z"), new Date("2031-03-10T13:05:00Z")];
  house.clock.set(asked);
  const twins = twinsOf(house, dealer, await house.signIn(dealer.agent));
  const { id, phone } = await twins.person();
  const chat_id = await twins.send(id, "Hello");
  house.clock.set(asked);
  await twins.inbound(phone, "Is it still there?");
  house.clock.set(answered);
  // A sign-in doesn't last over a weekend.
  const agent = await house.signIn(dealer.agent);
  const first = (await agent(inbox.send, { body: { chat_id, message: "It is" } })).data.id;
  await agent(inbox.send, { body: { chat_id, message: "Come and see it" } });
  const { rows } = await house.pool.query(
    `select message_id::int, chat_id::int, waiting_since, answered_at, business_seconds,
       user_id = (select id from users where email = $1) as is_theirs from responses`,
    [dealer.agent],
  );
  const wait = { waiting_since: asked, answered_at: answered, business_seconds: 600 };
  expect(rows).toEqual([{ message_id: first, chat_id, ...wait, is_theirs: true }]);
});
