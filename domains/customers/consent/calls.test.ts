import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { inbox } from "#domains/inbox/contract.ts";
import { insertFinishedImport } from "#testing/customers/storedImport.ts";
import { createInboxFixture, startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { customers } from "../contract.ts";
import { consent } from "./contract.ts";
import { filterMarketable, recordAttestations, withdrawAttestations } from "./server/public.ts";

const { app, dealer, agent, fixture } = await startInboxTest();
afterAll(() => app.close());
beforeEach(() => {
  app.jobs.queued.splice(0);
  app.events.published.splice(0);
});

async function receiveText(phone: string, body: string, to = dealer.number) {
  await app.sms.listener.onInboundText(fixture.inbound(phone, body, to));
  await app.jobs.runAll();
}

const historyOf = async (id: number) => (await agent(consent.history, { params: { id } })).data;
const opt = (user_id: number, opt_type: "in" | "out", evidence = "") =>
  agent(consent.opt, { body: { user_id, opt_type, evidence } });

async function marketable(phone: string) {
  const queryMarketable = (phones: string[]) =>
    app.server.within.business({ dealer_id: dealer.dealer_id }, "test", ({ db }) =>
      filterMarketable(db, dealer.dealer_id, phones),
    );
  return (await queryMarketable([phone, "+12125550000"])).has(phone);
}

async function audited(id: number) {
  const text =
    "select action from audit_log where dealer_id = $1 and subject = 'customer' and subject_id = $2 order by id";
  return (await app.pool.query(text, [dealer.dealer_id, id])).rows.map(({ action }) => action);
}

describe("the toggle", () => {
  test("opts out and in again with evidence, and the ledger records who, when and how", async () => {
    const { id, phone, chat_id } = await fixture.chat();
    const out = await opt(id, "out");
    expect(out).toMatchObject({
      status: "success",
      message: "Customer opted out",
      data: { optin_status: 0, needs_evidence: 1 },
    });
    await expect(fixture.send(chat_id)).rejects.toMatchObject({ status: 409 });

    const back = await opt(id, "in", "Signed the form at the desk on Monday");
    expect(back).toMatchObject({
      message: "Customer opted in",
      data: { state: "granted", optin_status: 1, marketable: 1 },
    });
    await fixture.send(chat_id);
    const { events, phone: of } = await historyOf(id);
    expect(of).toBe(phone);
    expect(events.map(({ event, source, by, evidence }) => [event, source, by, evidence])).toEqual([
      ["granted", "staff", "Agent Tester", "Signed the form at the desk on Monday"],
      ["revoked", "staff", "Agent Tester", ""],
    ]);
    expect(Date.parse(events[0]?.at ?? "")).toBe(app.clock.now().getTime());
    expect(await audited(id)).toEqual(["opted out", "opted in"]);
  });

  test("opts in a customer without history, without evidence", async () => {
    const { id, phone } = await fixture.customer();
    expect(await historyOf(id)).toMatchObject({ state: "unknown", optin_status: 1, marketable: 0, events: [] });
    await opt(id, "in");
    expect(await historyOf(id)).toMatchObject({ state: "granted", marketable: 1 });
    expect(await marketable(phone)).toBe(true);
  });

  test("repeating the same choice adds nothing to the ledger", async () => {
    const { id } = await fixture.customer();
    await opt(id, "out");
    expect(await opt(id, "out")).toMatchObject({ status: "info", message: "This customer is opted out already" });
    await opt(id, "in", "They called us");
    expect(await opt(id, "in", "They called us")).toMatchObject({ status: "info" });
    expect((await historyOf(id)).events).toHaveLength(2);
  });

  test("publishes to every location of the business with that phone, and to no other business", async () => {
    const { id, phone } = await fixture.customer();
    const otherAgent = await app.signIn(dealer.otherAgent);
    const elsewhere = await createInboxFixture(app, dealer, otherAgent).customer();
    await otherAgent(customers.update, {
      params: { id: elsewhere.id },
      body: {
        first_name: "Cara",
        last_name: "Moss",
        email: "c@example.com",
        address: "1",
        company: "",
        phone: phone.slice(2),
      },
    });
    await opt(id, "out");
    const { dealer_id, location_id, otherLocation_id } = dealer;
    const published = app.events.published.filter(({ event }) => event === "consent-changed");
    expect(published).toHaveLength(2);
    const eventsAt = (location: number) =>
      app.events.inRoom({ kind: "location", dealer_id, location_id: location }).map(({ payload }) => payload);
    expect(eventsAt(location_id)).toEqual([{ customer_id: id }]);
    expect(eventsAt(otherLocation_id)).toEqual([{ customer_id: elsewhere.id }]);
    expect((await otherAgent(consent.history, { params: { id: elsewhere.id } })).data.optin_status).toBe(0);
  });
});

describe("a request in other words", () => {
  const words = "Please stop texting me";

  test("pauses marketing, asks staff, and leaves the conversation open", async () => {
    const { id, chat_id, phone } = await fixture.chat();
    await opt(id, "in");
    await receiveText(phone, words);
    expect(await marketable(phone)).toBe(false);
    expect(await historyOf(id)).toMatchObject({ state: "asked", optin_status: 1, marketable: 0, asked: { words } });
    const { data } = await agent(inbox.chat, { params: { chat_id } });
    expect(data.customer.asked_to_stop).toEqual((await historyOf(id)).asked);
    const { allActiveChats } = (await agent(inbox.chats, { params: { type: "all", offset: 0 }, body: {} })).data;
    expect(allActiveChats.find((chat) => chat.id === chat_id)?.customer.asked_to_stop?.words).toBe(words);
    const { dealer_id, location_id } = dealer;
    expect(app.events.inRoom({ kind: "location", dealer_id, location_id })).toContainEqual(
      expect.objectContaining({ event: "consent-changed", payload: { customer_id: id } }),
    );
    await fixture.send(chat_id, "Sorry to hear that");
  });

  async function queryMarketable() {
    const chat = await fixture.chat();
    await opt(chat.id, "in");
    await receiveText(chat.phone, words);
    const event_id = (await historyOf(chat.id)).asked?.event_id ?? 0;
    const decide = (decision: "opt_out" | "no_request", of = event_id) =>
      agent(consent.decide, { params: { id: chat.id }, body: { event_id: of, decision } });
    return { ...chat, event_id, decide };
  }

  test("confirmed: opts out, recording the words, who decided and which event", async () => {
    const { id, chat_id, decide, event_id } = await queryMarketable();
    expect((await decide("opt_out")).data).toMatchObject({ state: "revoked", optin_status: 0, asked: null });
    expect((await historyOf(id)).events[0]).toMatchObject({
      event: "revoked",
      source: "staff",
      by: "Agent Tester",
      words,
      decides: event_id,
    });
    await expect(fixture.send(chat_id)).rejects.toMatchObject({ status: 409 });
    expect((await agent(inbox.chat, { params: { chat_id } })).data.customer).toMatchObject({ asked_to_stop: null });
    expect(await audited(id)).toEqual(["opted in", "opted out"]);
  });

  test("dismissed: restores the previous state, recording who decided", async () => {
    const { id, phone, decide, event_id } = await queryMarketable();
    expect((await decide("no_request")).data).toMatchObject({ state: "granted", marketable: 1, asked: null });
    expect(await marketable(phone)).toBe(true);
    expect((await historyOf(id)).events[0]).toMatchObject({
      event: "dismissed",
      by: "Agent Tester",
      decides: event_id,
    });
    expect(await audited(id)).toEqual(["opted in", "not taken as opted out"]);
  });

  test("is decided once, and only after the latest text was seen", async () => {
    const { phone, decide, event_id, id } = await queryMarketable();
    await receiveText(phone, "take me off your list");
    const late = "The customer texted again. Read that first.";
    await expect(decide("no_request")).rejects.toMatchObject({ status: 409, message: late });
    const newest = (await historyOf(id)).asked?.event_id ?? 0;
    expect(newest).toBeGreaterThan(event_id);
    await decide("no_request", newest);
    const done = "A colleague already decided this.";
    await expect(decide("opt_out", newest)).rejects.toMatchObject({ status: 409, message: done });
    expect(await historyOf(id)).toMatchObject({ state: "granted" });
  });

  test("is closed by a STOP or a START", async () => {
    const stopped = await queryMarketable();
    await receiveText(stopped.phone, "STOP");
    expect(await historyOf(stopped.id)).toMatchObject({ state: "revoked", asked: null });
    const started = await queryMarketable();
    await receiveText(started.phone, "START");
    expect(await historyOf(started.id)).toMatchObject({ state: "granted", asked: null });
  });

  test("adds nothing when the phone has opted out", async () => {
    const { id, phone } = await fixture.chat();
    await receiveText(phone, "STOP");
    await receiveText(phone, words);
    expect((await historyOf(id)).events.map(({ event }) => event)).toEqual(["revoked"]);
  });

  test("is asked once when the carrier delivers the text several times", async () => {
    const { id, phone } = await fixture.chat();
    const text = fixture.inbound(phone, words);
    await Promise.all([1, 2, 3].map(() => app.sms.listener.onInboundText(text)));
    expect((await historyOf(id)).events).toHaveLength(1);
  });
});

describe("an import's attestation", () => {
  const upload = () => insertFinishedImport(app, dealer, "spring <leads>.csv");
  const inDealer = <T>(work: Parameters<typeof app.server.within.business<T>>[2]) =>
    app.server.within.business({ dealer_id: dealer.dealer_id }, "test", work);

  test("allows marketing, names file and row, and is withdrawn with the import", async () => {
    const { id, phone } = await fixture.customer();
    const given = await upload();
    await inDealer((unit) => recordAttestations(unit, given, [{ phone, line: 17 }]));
    expect(await marketable(phone)).toBe(true);
    expect(await historyOf(id)).toMatchObject({
      state: "attested",
      marketable: 1,
      events: [
        { event: "attested", source: "import", words: given.words, file_name: "spring <leads>.csv", file_line: 17 },
      ],
    });
    await inDealer((unit) => withdrawAttestations(unit, { ...given, words: "The import was undone" }));
    expect(await marketable(phone)).toBe(false);
    expect(await historyOf(id)).toMatchObject({ state: "unknown", marketable: 0 });
  });

  test("lifts neither a STOP nor a question", async () => {
    const stopped = await fixture.chat();
    const queryMarketable = await fixture.chat();
    await receiveText(stopped.phone, "STOP");
    await receiveText(queryMarketable.phone, "wrong number");
    const given = await upload();
    const lines = [stopped, queryMarketable].map(({ phone }, line) => ({ phone, line }));
    await inDealer((unit) => recordAttestations(unit, given, lines));
    expect(await historyOf(stopped.id)).toMatchObject({ state: "revoked", optin_status: 0, marketable: 0 });
    expect(await historyOf(queryMarketable.id)).toMatchObject({ state: "asked", marketable: 0 });
    expect(await marketable(stopped.phone)).toBe(false);
    expect(await marketable(queryMarketable.phone)).toBe(false);
  });

  test("withdrawn, it leaves what the customer said themselves", async () => {
    const { id, phone } = await fixture.chat();
    await receiveText(phone, "START");
    const given = await upload();
    await inDealer((unit) => recordAttestations(unit, given, [{ phone, line: 2 }]));
    await inDealer((unit) => withdrawAttestations(unit, given));
    expect(await historyOf(id)).toMatchObject({ state: "granted", marketable: 1 });
    expect(await marketable(phone)).toBe(true);
  });
});

describe("the proof", () => {
  const fetched = (url: string) => app.http.inject({ url });

  test("shows who said what, when and how we know, with all markup escaped", async () => {
    const { id, phone } = await fixture.chat();
    await receiveText(phone, "STOP <script>alert(1)</script>");
    await receiveText(phone, "stop");
    await opt(id, "in", `Said "yes" on the phone & signed`);
    const { url } = (await agent(consent.proof, { params: { id } })).data;
    const { statusCode, headers, body } = await fetched(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ "content-type": "text/html", "content-disposition": "attachment" });
    expect(url).toMatch(new RegExp(`consent-proof-${id}\\.html$`));
    expect(body).toContain("Opted in: this customer agreed to be texted.");
    expect(body).toContain("<td>stop</td>");
    expect(body).toContain("by staff: Agent Tester");
    expect(body).toContain("Evidence: Said &quot;yes&quot; on the phone &amp; signed");
    expect(body).toContain(app.clock.now().toISOString());
    expect(body).not.toContain("<script>");
    expect(body.indexOf("Opted out")).toBeLessThan(body.lastIndexOf("Opted in"));
    expect(await audited(id)).toEqual(["opted in", "proof of consent downloaded"]);
  });

  test("can't be fetched at another URL, and expires with its file after two hours", async () => {
    const { id } = await fixture.customer();
    const { url } = (await agent(consent.proof, { params: { id } })).data;
    expect((await fetched(url.replace(`proof-${id}`, `proof-${id + 1}`))).statusCode).toBe(404);
    app.clock.advance(2 * 3600_000);
    expect((await fetched(url)).statusCode).toBe(404);
    await app.jobs.runAll();
    const key = url.split("/").slice(4).join("/");
    expect(await app.server.ports.storage.get(key)).toBeUndefined();
  });
});
