import fc from "fast-check";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type NumberRegistration, numberRegistrations } from "#domains/locations/contract.ts";
import { maySendMarketing } from "#domains/locations/registration/rules.ts";
import { refusalOf } from "#ports/sms/carrierErrors.ts";
import { moveToNoon, startCampaigns } from "#testing/campaigns/startCampaigns.ts";
import { inDepth } from "#testing/deep.ts";
import { setRegistration } from "#testing/registration/setRegistration.ts";
import { startTestApp } from "#testing/testApp.ts";
import { campaignPreview } from "../../compose/contract.ts";
import { textCampaigns } from "../../text/contract.ts";
import { claimBatches } from "./claim.ts";
import { handOver } from "./handOver.ts";
import { fittingInto, textChannel } from "./textChannel.ts";

/* A campaign's texts wait while carriers don't know their number, and leave once each when they do. */

const app = await startTestApp();
afterAll(() => app.close());
const campaigns = await startCampaigns(app);
const { send } = app.sms;
const { dealer } = campaigns;

beforeEach(async () => {
  moveToNoon(app);
  await campaigns.signIn();
  await app.pool.query("update phone_numbers set registration = 'not_needed' where dealer_id = $1", [dealer.dealer_id]);
  await app.pool.query("delete from campaign_senders");
  app.sms.sent.splice(0);
  app.sms.send = send;
});

const held = "Number isn't registered yet";
const statusOf = async (id: number) => (await campaigns.detail(id)).campaign_status;
const setState = (state: NumberRegistration) => setRegistration(app, dealer, state);
const phonesSent = () => app.sms.sent.map(({ to }) => to).sort();
const phonesOf = (people: readonly { phone: string }[]) => people.map(({ phone }) => phone).sort();

/** One batch, text by text. */
async function handOneBatch(): Promise<void> {
  const [batch] = await claimBatches(app.server, textChannel, dealer);
  if (batch) await handOver(app.server, { ...textChannel, parallelSends: 1 }, batch);
}

/** Changes the number's state while the nth text leaves, as a process does whose last check is some time ago. */
function changeAt(nth: number, change: () => Promise<void>): void {
  let count = 0;
  app.sms.send = async (text, leaveBy) => {
    count += 1;
    if (count === nth) {
      await change();
      app.clock.advance(250);
    }
    return send(text, leaveBy);
  };
}

test.each(numberRegistrations)("a campaign of a number that is %s", async (state) => {
  await setState(state);
  const { id, people } = await campaigns.campaign(2);
  await campaigns.start();
  await campaigns.feed();
  if (maySendMarketing(state)) return expect(phonesSent()).toEqual(phonesOf(people));
  expect([app.sms.sent.length, await statusOf(id)]).toEqual([0, held]);
  const rows = (await campaigns.owner(textCampaigns.table, { body: {} })).data;
  expect(rows.find((row) => row.id === id)?.campaign_status).toBe(held);
  // It begins by itself.
  await setState("registered");
  await app.jobs.runAll();
  await campaigns.runToEnd(id);
  expect([phonesSent(), await statusOf(id)]).toEqual([phonesOf(people), "Sent"]);
});

const waiting = async () => (await campaigns.owner(textCampaigns.waiting)).data;
const heardOfWaiting = () =>
  app.events
    .inRoom({ kind: "dealer", dealer_id: dealer.dealer_id })
    .filter(({ event }) => event === "campaigns-waiting-changed").length;

test("the owner sees how many wait at each location, wherever they act, until the gate opens", async () => {
  expect(await waiting()).toEqual([]);
  await setState("pending");
  const first = await campaigns.campaign(1);
  const second = await campaigns.campaign(1);
  const later = await campaigns.campaign(1, {
    campaign_send_option: "later",
    campaign_send_date: "2029-01-10",
    campaign_send_time: "09:00",
  });
  await campaigns.start();
  const here = { location_id: dealer.location_id, location: "Downtown" };
  const atAirport = { location_id: dealer.otherLocation_id, location: "Airport" };
  expect(await waiting()).toEqual([{ ...here, campaigns: 2 }]);
  const elsewhere = await app.signIn(dealer.owner, dealer.otherLocation_id);
  expect((await elsewhere(textCampaigns.waiting)).data).toEqual([{ ...here, campaigns: 2 }]);
  const listed = async (status: "waiting" | "scheduled") =>
    (await campaigns.owner(textCampaigns.table, { body: { status } })).data.map(({ id }) => id);
  expect(await listed("waiting")).toEqual([second.id, first.id]);
  expect(await listed("scheduled")).toEqual([later.id, second.id, first.id]);

  await app.pool.query("update campaigns set location_id = $2 where id = $1", [first.id, dealer.otherLocation_id]);
  expect(await waiting()).toEqual([
    { ...atAirport, campaigns: 1 },
    { ...here, campaigns: 1 },
  ]);
  await app.pool.query("update campaigns set location_id = $2 where id = $1", [first.id, dealer.location_id]);
  const stranger = await app.dealership();
  expect((await (await app.signIn(stranger.owner))(textCampaigns.waiting)).data).toEqual([]);
  for (const email of [dealer.manager, dealer.agent])
    await expect((await app.signIn(email))(textCampaigns.waiting)).rejects.toMatchObject({ status: 403 });

  const before = heardOfWaiting();
  expect(before).toBeGreaterThan(0);
  await campaigns.owner(textCampaigns.cancel, { params: { id: second.id } });
  expect([await waiting(), heardOfWaiting()]).toEqual([[{ ...here, campaigns: 1 }], before + 1]);
  await setState("registered");
  await app.jobs.runAll();
  expect(await waiting()).toEqual([]);
  expect(heardOfWaiting()).toBeGreaterThan(before + 1);
  expect(await listed("waiting")).toEqual([]);
  await campaigns.owner(textCampaigns.cancel, { params: { id: later.id } });
  await campaigns.runToEnd(first.id);
});

test("a campaign that is held while it sends counts, too", async () => {
  const { id } = await campaigns.campaign(3);
  await campaigns.start();
  changeAt(1, () => setState("suspended"));
  const before = heardOfWaiting();
  await handOneBatch();
  await app.jobs.runAll();
  expect(await waiting()).toMatchObject([{ campaigns: 1 }]);
  expect(heardOfWaiting()).toBe(before + 1);
  await campaigns.owner(textCampaigns.remove, { params: { id } });
  expect(await waiting()).toEqual([]);
});

test("one that had to wait for more than two hours asks first", async () => {
  await setState("pending");
  const { id, people } = await campaigns.campaign(1);
  await campaigns.start();
  app.clock.advance(2 * 3_600_000 + 60_000);
  await setState("registered");
  await app.jobs.runAll();
  await campaigns.start();
  await campaigns.feed();
  expect(await statusOf(id)).toBe("Paused: It was due more than two hours ago. Resume it if it should still go out");
  expect(app.sms.sent).toEqual([]);
  await campaigns.owner(textCampaigns.resume, { params: { id } });
  await campaigns.runToEnd(id);
  expect(phonesSent()).toEqual(phonesOf(people));
});

test("a number that is suspended in the middle of a batch sends no more of it, and the rest follows once", async () => {
  await setState("registered");
  const { id, people } = await campaigns.campaign(5);
  await campaigns.start();
  changeAt(2, () => setState("suspended"));
  await handOneBatch();
  expect(app.sms.sent).toHaveLength(2);
  await campaigns.feed();
  expect([app.sms.sent.length, await statusOf(id)]).toEqual([2, held]);
  await setState("registered");
  await app.jobs.runAll();
  await campaigns.runToEnd(id);
  expect(phonesSent()).toEqual(phonesOf(people));
});

test("one that was suspended for hours asks before it goes on", async () => {
  const { id, people } = await campaigns.campaign(3);
  await campaigns.start();
  changeAt(1, () => setState("suspended"));
  await handOneBatch();
  await app.jobs.runAll();
  app.clock.advance(3 * 3_600_000);
  await setState("registered");
  await app.jobs.runAll();
  await campaigns.feed();
  expect(app.sms.sent).toHaveLength(1);
  expect(await statusOf(id)).toMatch(/^Paused: Its number wasn't registered for more than two hours/);
  await campaigns.owner(textCampaigns.resume, { params: { id } });
  await campaigns.runToEnd(id);
  expect(phonesSent()).toEqual(phonesOf(people));
});

test("a campaign whose last answers came after its number was suspended ends", async () => {
  const { id } = await campaigns.campaign(2);
  await campaigns.start();
  changeAt(2, () => setState("suspended"));
  await handOneBatch();
  await app.jobs.runAll();
  await campaigns.settle();
  expect(await statusOf(id)).toBe("Sent");
});

test.each(["30034", "30032"])(
  "the carrier's code %s pauses the campaign, and its number is missing from then on",
  async (code) => {
    const { id } = await campaigns.campaign(2);
    await campaigns.start();
    await campaigns.feed();
    const [text] = app.sms.sent;
    const report = { reference: text?.reference ?? "", sid: "", status: "failed", refusal: refusalOf(code) } as const;
    const { rows } = await app.pool.query(
      "select provider_sid from campaign_recipients where campaign_id = $1 and address = $2",
      [id, text?.to],
    );
    const more = await campaigns.campaign(2);
    await campaigns.start();
    await app.sms.listener.onStatusReport({ ...report, sid: rows[0].provider_sid });
    await app.jobs.runAll();
    const numbers = await app.pool.query("select registration from phone_numbers where number = $1", [dealer.number]);
    expect(numbers.rows).toEqual([{ registration: "missing" }]);
    app.sms.sent.splice(0);
    await campaigns.feed();
    expect([app.sms.sent.length, await statusOf(more.id)]).toEqual([0, held]);
  },
);

test("a text that is refused as unregistered right away is due again, and its campaign pauses", async () => {
  const { id, people } = await campaigns.campaign(2);
  await campaigns.start();
  app.sms.send = async () => ({ kind: "refused", refusal: refusalOf("30034") });
  await campaigns.feed();
  expect(await statusOf(id)).toBe("Paused: carriers blocked its texts because the number isn't registered");
  app.sms.send = send;
  await app.jobs.runAll();
  await campaigns.owner(textCampaigns.resume, { params: { id } });
  await campaigns.feed();
  expect([app.sms.sent.length, await statusOf(id)]).toEqual([0, held]);
  await setState("registered");
  await app.jobs.runAll();
  await campaigns.runToEnd(id);
  expect(phonesSent()).toEqual(phonesOf(people));
});

test("an old report doesn't take a number's registration back", async () => {
  const { id } = await campaigns.campaign(1);
  await campaigns.start();
  await campaigns.feed();
  app.clock.advance(60_000);
  await setState("registered");
  const [row] = await campaigns.rows(id);
  const report = {
    reference: app.sms.sent[0]?.reference ?? "",
    sid: row?.provider_sid ?? "",
    status: "failed",
  } as const;
  await app.sms.listener.onStatusReport({ ...report, refusal: refusalOf("30034") });
  await app.jobs.runAll();
  const numbers = await app.pool.query("select registration from phone_numbers where number = $1", [dealer.number]);
  expect(numbers.rows).toEqual([{ registration: "registered" }]);
});

test.each([
  ["30022", 60_000],
  ["30023", 13 * 3_600_000],
])("after the carrier's code %s the number rests for %i ms", async (code, rest) => {
  const { people } = await campaigns.campaign(1);
  await campaigns.start();
  app.sms.send = async () => ({ kind: "refused", refusal: refusalOf(code) });
  await campaigns.feed();
  app.sms.send = send;
  app.clock.advance(rest - 5_000);
  await campaigns.feed();
  expect(app.sms.sent).toEqual([]);
  // A day's rest ends in the night, so the text waits for the morning.
  app.clock.advance(rest > 3_600_000 ? 12 * 3_600_000 : 10_000);
  await campaigns.feed();
  expect(phonesSent()).toEqual(phonesOf(people));
});

test("a registered number's campaigns send no more segments a day than carriers take, and the forecast says so", async () => {
  await app.pool.query("update registration_terms set daily_segments = 4");
  try {
    await app.pool.query("delete from quota_uses where dealer_id = $1", [dealer.dealer_id]);
    await setState("registered");
    const { id, people, list_id } = await campaigns.campaign(5);
    const body = {
      campaign_template: "Hi %first_name%",
      campaign_customers_list: [list_id],
      campaign_recipient_type: "list",
    };
    const preview = (
      await campaigns.owner(campaignPreview.audience, { body: { ...body, campaign_send_date: "" } as never })
    ).data;
    expect(preview).toMatchObject({ segments: 5, carrier_days: 2, carrier_limit: 4, is_registered: 1 });
    await campaigns.start();
    for (let round = 0; round < 3; round += 1) await campaigns.feed();
    expect(app.sms.sent).toHaveLength(4);
    expect((await campaigns.detail(id)).forecast).toMatchObject({ carrier_days: 1, carrier_limit: 4 });
    app.clock.advance(24 * 3_600_000);
    await campaigns.signIn();
    await campaigns.feed();
    expect(phonesSent()).toEqual(phonesOf(people));
    // Numbers that need no registration aren't counted.
    await setState("not_needed");
    const free = await campaigns.campaign(6);
    app.sms.sent.splice(0);
    await campaigns.runToEnd(free.id);
    expect(app.sms.sent).toHaveLength(6);
  } finally {
    await app.pool.query("update registration_terms set daily_segments = 2000");
  }
});

test("an approved campaign's own limit goes before the usual one", async () => {
  const row = { kind: "campaign", state: "approved", facts_sealed: "", daily_segments: 1 };
  await app.pool.query(
    `insert into carrier_registrations (dealer_id, kind, state, facts_sealed, daily_segments, submitted_at)
     values ($1, $2, $3, $4, $5, now())`,
    [dealer.dealer_id, ...Object.values(row)],
  );
  await app.pool.query("delete from quota_uses where dealer_id = $1", [dealer.dealer_id]);
  await setState("registered");
  await campaigns.campaign(2);
  await campaigns.start();
  for (let round = 0; round < 2; round += 1) await campaigns.feed();
  expect(app.sms.sent).toHaveLength(1);
  await app.pool.query("delete from carrier_registrations");
});

test.each([
  [3, [1, 1, 1, 1], 3],
  [3, [2, 2], 1],
  [1, [2], 0],
  [9, [1, 2], 2],
])("into %i segments fit of %j the first %i", (left, sizes, count) => {
  expect(
    fittingInto(
      left,
      sizes.map((segments) => ({ segments })),
    ),
  ).toBe(count);
});

const someState = fc.constantFrom(...numberRegistrations);
const step = fc.oneof(
  fc.record({ kind: fc.constant("set" as const), state: someState }),
  fc.record({ kind: fc.constant("batch" as const), state: someState, nth: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ kind: fc.constant("work" as const) }),
  fc.record({ kind: fc.constant("pass" as const), minutes: fc.integer({ min: 1, max: 70 }) }),
);

test("whatever becomes of a number while a campaign sends, nothing leaves while it is held, and no one gets it twice", {
  timeout: 300_000,
}, async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), async (steps) => {
    moveToNoon(app);
    await campaigns.signIn();
    app.sms.sent.splice(0);
    let state: NumberRegistration = "registered";
    const change = async (next: NumberRegistration) => {
      await setState(next);
      state = next;
    };
    await change("registered");
    const { id, people } = await campaigns.campaign(4);
    const problems: string[] = [];
    /** The nth text of a batch leaves while the state changes. */
    const watch = (nth = 0, next: NumberRegistration = state) => {
      let count = 0;
      app.sms.send = async (text, leaveBy) => {
        if (!maySendMarketing(state)) problems.push(`${text.to} left while ${state}`);
        count += 1;
        if (count === nth) {
          await change(next);
          app.clock.advance(250);
        }
        return send(text, leaveBy);
      };
    };
    watch();
    for (const one of steps) {
      if (one.kind === "set") await change(one.state);
      if (one.kind === "pass") app.clock.advance(one.minutes * 60_000);
      if (one.kind === "batch") {
        watch(one.nth, one.state);
        await handOneBatch();
        watch();
      }
      if (one.kind === "work") {
        await app.jobs.runAll();
        await campaigns.start();
        await campaigns.feed();
        await campaigns.settle();
      }
    }
    await change("registered");
    await app.jobs.runAll();
    await campaigns.start();
    await campaigns.signIn();
    if ((await statusOf(id)).startsWith("Paused")) await campaigns.owner(textCampaigns.resume, { params: { id } });
    await campaigns.runToEnd(id);
    expect(problems).toEqual([]);
    // A campaign that an earlier test left goes on, too, once the number may send again.
    const own = app.sms.sent.filter(({ reference }) => reference.split(".")[2] === String(id));
    expect(own.map(({ to }) => to).sort()).toEqual(phonesOf(people));
  });
  await fc.assert(property, { numRuns: inDepth(100, 12), endOnFailure: true });
});
