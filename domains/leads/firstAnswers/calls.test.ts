import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { leads } from "#domains/leads/contract.ts";
import { leadAddress } from "#domains/leads/inquiries/contract.ts";
import { catchUpWithAnswers } from "#domains/leads/server/followLeads.ts";
import { businessHours } from "#domains/locations/hours/contract.ts";
import { defaultHours } from "#domains/locations/hours/rules.ts";
import { vendorStyles } from "#simulator/server/leadMails.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { type FirstAnswerSettings, firstAnswers } from "./contract.ts";
import { answerLead } from "./server/answerLead.ts";

const [fridayNoon, fridayNight] = ["2026-11-20T17:00:00Z", "2026-11-21T02:30:00Z"];
const hourMs = 3_600_000;
const off: FirstAnswerSettings = {
  is_on: 0,
  kinds: ["sales", "service", "parts", "finance", "other"],
  listed_only: 0,
  open_words: "",
  closed_words: "",
  holiday_words: "",
  sources: [],
};

let app: TestApp;
let dealer: Dealership;
let manager: Caller;
let agent: Caller;
let url: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query("delete from rate_limits"); // Each test signs people in.
  dealer = await app.dealership();
  await setTime(fridayNoon);
  url = new URL((await manager(leadAddress.shown)).data.url).pathname;
});

/** Signs in again, because sessions end. */
async function setTime(time: string) {
  app.clock.set(new Date(time));
  [manager, agent] = [await app.signIn(dealer.manager), await app.signIn(dealer.agent)];
}

const change = (more: Partial<FirstAnswerSettings> | object = {}, call = manager) =>
  call(firstAnswers.changeSettings, { body: { ...off, is_on: 1, ...more } });
const accord = { interest: "buy", year: "2021", make: "Honda", model: "Accord" };
/** Of New York, where the location is. */
const newYorker = () => `+1212${freshPhone().slice(5)}`;
let count = 0;

/** A lead that a website posts. @returns its id. */
async function post(more: object = {}) {
  count += 1;
  const lead = {
    id: `W-${count}-${crypto.randomUUID()}`,
    source: "AutoFinder",
    first_name: "Renee",
    last_name: "ONeil",
  };
  const payload = { ...lead, vehicle: accord, phone: newYorker(), ...more };
  const answer = await app.http.inject({ method: "POST", url, payload });
  return Number(answer.json().leads[0].id);
}
async function receive(more: object = {}) {
  const phone = newYorker();
  const id = await post({ phone, ...more });
  await app.jobs.runAll();
  return { id, phone, texts: texts(phone) };
}
const texts = (phone: string) => app.sms.sent.filter(({ to }) => to === phone).map(({ body }) => body);
const one = async (id: number) => (await agent(leads.one, { params: { id } })).data;

describe("a lead that comes in", () => {
  test("gets no text until the owner or a manager turns it on", async () => {
    expect((await manager(firstAnswers.settings)).data).toMatchObject({ is_on: 0, sources: [], listed_only: 0 });
    expect((await receive()).texts).toEqual([]);
    await expect(change({}, agent)).rejects.toMatchObject({ status: 403 });
  });

  test("is answered at once, which counts as nobody's answer", async () => {
    await change();
    const { id, phone, texts } = await receive();
    expect(texts).toEqual([
      expect.stringMatching(
        /^Hi Renee, this is Dealer .*\. We got your request and someone from our team will text you here shortly\./,
      ),
    ]);
    app.clock.advance(60_000);
    await catchUpWithAnswers(app.server);
    const lead = await one(id);
    expect(lead).toMatchObject({ first_response_at: null, response_seconds: null, stage: "New" });
    expect((await agent(leads.table, { body: { show: "untouched" } })).data).toMatchObject([{ id }]);
    const { data } = await agent(inbox.messages, { params: { chat_id: lead.chat_id ?? 0 }, body: {} });
    expect(data.allMessages).toMatchObject([{ automatic: "first_answer", sent_by: "", is_from_customer: 0 }]);
    expect((await app.pool.query("select 1 from responses where dealer_id = $1", [dealer.dealer_id])).rows).toEqual([]);
    expect(texts.length).toBe(app.sms.sent.filter(({ to }) => to === phone).length);
  });

  test.each([
    ["open", fridayNoon, "Open: Renee about 2021 Honda Accord, shortly"],
    ["closed", fridayNight, "Closed: tomorrow at 9:00 AM"],
    ["closed for a holiday", "2026-11-26T17:00:00Z", "Holiday: tomorrow at 9:00 AM"],
  ])("while the location is %s, has its words", async (_, time, words) => {
    const owner = await app.signIn(dealer.owner);
    const hours = { week: [...defaultHours.week], closed: ["2026-11-26"] };
    await owner(businessHours.change, { params: { id: dealer.location_id }, body: hours });
    await change({
      open_words: "Open: %first_name% about %vehicle%, %answer_time%",
      closed_words: "Closed: %answer_time%",
      holiday_words: "Holiday: %answer_time%",
    });
    await setTime(time);
    expect((await receive()).texts).toEqual([words]);
  });

  test("of a listed source has its words, and with only those, others get none", async () => {
    const sources = [{ source: "AutoFinder", open_words: "From AutoFinder!", closed_words: "", holiday_words: "" }];
    await change({ sources, closed_words: "We're closed." });
    expect((await receive({ source: "autofinder " })).texts).toEqual(["From AutoFinder!"]);
    expect((await receive({ source: "Other Site" })).texts).toEqual([expect.stringMatching(/^Hi Renee/)]);
    await change({ sources, listed_only: 1, closed_words: "We're closed." });
    expect((await receive({ source: "Other Site" })).texts).toEqual([]);
    await setTime(fridayNight);
    expect((await receive()).texts).toEqual(["We're closed."]);
  });

  test("of a kind that is left out gets none", async () => {
    await change({ kinds: ["sales"] });
    expect((await receive({ kind: "service" })).texts).toEqual([]);
    expect((await receive({ kind: "sales" })).texts).toHaveLength(1);
  });

  test("with an email alone, added by a member, or joining an open lead gets none", async () => {
    await change();
    const sent = app.sms.sent.length;
    await receive({ phone: "", email: "sam@example.com" });
    const phone = newYorker();
    await agent(leads.add, { body: { first_name: "Ann", phone } });
    await app.jobs.runAll();
    expect(app.sms.sent.length).toBe(sent);
    const { phone: again, texts: first } = await receive();
    await receive({ phone: again });
    app.clock.advance(25 * hourMs);
    await receive({ phone: again });
    expect(texts(again)).toEqual(first);
  });

  test("gets one text in 24 hours, whatever else is asked for", async () => {
    await change();
    const { phone } = await receive();
    await receive({ phone, vehicle: { ...accord, model: "Pilot" } });
    expect(texts(phone)).toHaveLength(1);
    app.clock.advance(24 * hourMs);
    await receive({ phone, vehicle: { ...accord, model: "Civic" } });
    expect(texts(phone)).toHaveLength(2);
  });

  test("of a customer who opted out, of the team, or of the business's own numbers gets none", async () => {
    await change();
    const stopped = newYorker();
    const stop = { sid: `SM${stopped}`, from: stopped, to: dealer.number, body: "STOP", media: [] };
    await app.sms.listener.onInboundText({ ...stop, carrierAnsweredOptOut: true });
    const member = newYorker();
    await app.pool.query("update users set phone = $2 where dealer_id = $1 and email = $3", [
      dealer.dealer_id,
      member,
      dealer.agent,
    ]);
    for (const phone of [stopped, member, dealer.number, dealer.otherNumber]) await receive({ phone });
    expect([stopped, member, dealer.number, dealer.otherNumber].flatMap(texts)).toEqual([]);
  });

  test("waits for nobody: a member's text before the job runs makes it needless", async () => {
    await change();
    const phone = newYorker();
    const id = await post({ phone });
    const { customer_id } = await one(id);
    await agent(inbox.sendToCustomer, {
      body: { customer_id: customer_id ?? 0, message: "Hi, it's Ann!", client_id: crypto.randomUUID() },
    });
    await app.jobs.runAll();
    expect(texts(phone)).toEqual(["Hi, it's Ann!"]);
  });

  test("that was closed, deleted, or whose customer was, gets none", async () => {
    await change();
    const phones = [newYorker(), newYorker(), newYorker()];
    const ids: number[] = [];
    for (const phone of phones) ids.push(await post({ phone }));
    const [closed = 0, deleted = 0, customer = 0] = ids;
    const { stages } = (await agent(leads.options)).data;
    const lost = stages.find(({ kind }) => kind === "lost")?.id ?? 0;
    await agent(leads.move, { params: { id: closed }, body: { stage_id: lost, outcome: "spam" } });
    await manager(leads.remove, { params: { id: deleted } });
    await app.pool.query(
      "update customers set deleted_at = now() where id = (select customer_id from leads where dealer_id = $1 and id = $2)",
      [dealer.dealer_id, customer],
    );
    await app.jobs.runAll();
    expect(phones.flatMap(texts)).toEqual([]);
  });
});

describe("at night", () => {
  const asked = (minutesAgo: number) => new Date(app.clock.now().getTime() - minutesAgo * 60_000);
  const adf = (phone: string, at: Date) =>
    app.http.inject({
      method: "POST",
      url,
      headers: { "content-type": "text/xml" },
      payload: vendorStyles.marketplace({
        id: crypto.randomUUID(),
        provider: "AutoFinder",
        first_name: "Renee",
        last_name: "ONeil",
        email: "",
        phone: phone.slice(2),
        year: "2021",
        make: "Honda",
        model: "Accord",
        stock: "P1",
        comments: "",
        asked: { at, zone: "America/New_York" },
      }),
    });

  test.each([
    ["within 15 minutes of asking", 14, 1],
    ["not a lead that a mail server kept for an hour", 60, 0],
    ["within 15 minutes by our clock, when the vendor's is ahead", -120, 1],
  ])("answers %s", async (_, minutes, expected) => {
    await change();
    await setTime(fridayNight);
    const phone = newYorker();
    expect((await adf(phone, asked(minutes))).statusCode).toBe(200);
    await app.jobs.runAll();
    expect(texts(phone)).toHaveLength(expected);
  });

  test("by day an old lead is answered, but not after a day", async () => {
    await change();
    const [hours, days] = [newYorker(), newYorker()];
    await adf(hours, asked(300));
    await adf(days, asked(3_000));
    await app.jobs.runAll();
    expect([texts(hours).length, texts(days).length]).toEqual([1, 0]);
  });
});

describe("exactly once", () => {
  test("when the job runs again, in parallel, and after a process died in between", async () => {
    await change();
    const phone = newYorker();
    const lead_id = await post({ phone });
    const { dealer_id, location_id } = dealer;
    const key = { dealer_id, location_id, lead_id };
    await Promise.all(Array.from({ length: 8 }, () => answerLead(app.jobServer, key)));
    await app.jobs.runAll();
    await answerLead(app.jobServer, key);
    app.clock.advance(30 * hourMs);
    await answerLead(app.jobServer, key);
    await app.jobs.runAll();
    expect(texts(phone)).toHaveLength(1);
  });

  test("nothing is kept of a run that ends before its commit", async () => {
    await change();
    const phone = newYorker();
    const lead_id = await post({ phone });
    const { dealer_id, location_id } = dealer;
    const dying: Parameters<typeof answerLead>[0] = {
      within: {
        business: (scope, why, work) =>
          app.jobServer.within.business(scope, why, async (unit) => {
            await work(unit);
            throw new Error("killed");
          }),
      },
    };
    await expect(answerLead(dying, { dealer_id, location_id, lead_id })).rejects.toThrow("killed");
    expect((await app.pool.query("select 1 from automatic_answers where phone = $1", [phone])).rows).toEqual([]);
    await app.jobs.runAll();
    expect(texts(phone)).toHaveLength(1);
  });
});

describe("what strangers type", () => {
  test.each([
    [{ first_name: "Win $500 at evil.com" }, "Hi there about 2021 Honda Accord"],
    [{ first_name: "Visit evil.com" }, "Hi there about 2021 Honda Accord"],
    [{ vehicle: { ...accord, model: "https://evil.com" } }, "Hi Renee about your request"],
    [{ vehicle: { ...accord, model: "Call 9005550123" } }, "Hi Renee about your request"],
    [{ vehicle: { ...accord, interest: "trade_in", model: "%first_name%" } }, "Hi Renee about your request"],
    [{ first_name: "%company_phone%" }, "Hi there about 2021 Honda Accord"],
    [
      { first_name: "José", vehicle: { ...accord, make: "Mercedes-Benz", model: "C 300 4MATIC 2.0T" } },
      "Hi José about 2021 Mercedes-Benz C 300 4MATIC 2.0T",
    ],
  ])("stands in no text unless it is a name or a vehicle: %j", async (typed, words) => {
    await change({ open_words: "Hi %first_name% about %vehicle%" });
    expect((await receive(typed)).texts).toEqual([words]);
  });
});

describe("the settings", () => {
  test("are the location's own, and another business sees and changes nothing", async () => {
    await change({ open_words: "Ours" });
    const other = await app.dealership();
    const stranger = await app.signIn(other.owner);
    const owner = await app.signIn(dealer.owner, dealer.otherLocation_id);
    expect((await stranger(firstAnswers.settings)).data.is_on).toBe(0);
    expect((await owner(firstAnswers.settings)).data.is_on).toBe(0);
    await stranger(firstAnswers.changeSettings, { body: { ...off, open_words: "Theirs" } });
    expect((await manager(firstAnswers.settings)).data).toMatchObject({ is_on: 1, open_words: "Ours" });
  });

  const sources = (...names: string[]) =>
    names.map((source) => ({ source, open_words: "", closed_words: "", holiday_words: "" }));
  test.each([
    [{ open_words: "A".repeat(10_000) }, { open_words: "Use at most 320 characters" }],
    [{ closed_words: "Hi %fist_name%" }, { closed_words: "There is no variable %fist_name%. Correct or remove it" }],
    [{ kinds: [] }, { kinds: "Select at least one kind of lead" }],
    [{ kinds: ["boats"] }, { "kinds.0": "Select kinds of leads from the list" }],
    [{ sources: sources("A", "a ") }, { sources: "List each source once" }],
    [{ sources: sources("") }, { "sources.0.source": "Enter a source" }],
    [{ sources: sources(...Array.from({ length: 21 }, (_, at) => `S${at}`)) }, { sources: "List up to 20 sources" }],
    [
      { sources: [{ source: "A", open_words: "%nope%", closed_words: "", holiday_words: "" }] },
      { "sources.0.open_words": "There is no variable %nope%. Correct or remove it" },
    ],
  ])("refuse at the field: %.60j", async (wrong, fields) => {
    await expect(change(wrong)).rejects.toMatchObject({ fields });
  });

  test("keep half a character as something that can be stored and shown", async () => {
    const half = { source: "A\ud800", open_words: "Hi \ud83d", closed_words: "", holiday_words: "" };
    const saved = await change({ sources: [half], open_words: "Hi \ud83d" });
    expect(saved.data.sources[0]?.open_words.isWellFormed()).toBe(true);
    expect((await manager(firstAnswers.settings)).data.open_words.isWellFormed()).toBe(true);
  });

  test("take emoji, STOP and fallbacks, and saved at once are those of one person", async () => {
    const open_words = "Reply STOP 🚗 %first_name|friend%";
    await Promise.all(Array.from({ length: 8 }, () => change({ open_words })));
    expect((await receive({ first_name: "" })).texts).toEqual(["Reply STOP 🚗 friend"]);
  });
});
