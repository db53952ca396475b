import { afterAll, describe, expect, test } from "vitest";
import { dashboard } from "#domains/dashboard/contract.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { consent } from "./contract.ts";
import { filterMarketable, recordConsent } from "./server/public.ts";

const { app, dealer, agent, fixture } = await startInboxTest();
afterAll(() => app.close());

const hours = 3_600_000;
const receiveText = (phone: string, body: string) => app.sms.listener.onInboundText(fixture.inbound(phone, body));
const historyOf = async (id: number) => (await agent(consent.history, { params: { id } })).data;
const optOut = (user_id: number) => agent(consent.opt, { body: { user_id, opt_type: "out" } });
const undo = (user_id: number, reason = "Wrong customer") =>
  agent(consent.opt, { body: { user_id, opt_type: "in", reason } });
const optedOutToday = async () => (await agent(dashboard.figures, { body: {} })).data.opted_out;

const isMarketable = async (phone: string) =>
  app.server.within.business({ dealer_id: dealer.dealer_id }, "test", async ({ db }) =>
    (await filterMarketable(db, dealer.dealer_id, [phone])).has(phone),
  );

const record = (phone: string, source: "carrier" | "import" | "form" | "campaign") =>
  app.server.within.business({ dealer_id: dealer.dealer_id }, "test", (unit) =>
    recordConsent(unit, { dealer_id: dealer.dealer_id, phone, event: "revoked", source, words: "" }),
  );

describe("staff take back their own opt-out", () => {
  test.each([
    ["nobody knew of", false],
    ["agreed", true],
  ] as const)("of somebody who %s: the state from before is back", async (_what, agreed) => {
    const { id, phone, chat_id } = await fixture.chat();
    if (agreed) await agent(consent.opt, { body: { user_id: id, opt_type: "in" } });
    const before = await historyOf(id);
    const counted = await optedOutToday();
    const out = (await optOut(id)).data;
    expect(out.undo_until).toBe(new Date(app.clock.now().getTime() + 24 * hours).toISOString());
    await expect(fixture.send(chat_id)).rejects.toMatchObject({ status: 409 });
    expect(await isMarketable(phone)).toBe(false);
    expect(await optedOutToday()).toBe(counted + 1);

    expect(await undo(id)).toMatchObject({ status: "success", message: "Opt-out undone" });
    const { events, truncated: _truncated, ...state } = await historyOf(id);
    expect(before).toMatchObject(state);
    expect(state).toMatchObject({ state: agreed ? "granted" : "unknown", optin_status: 1, undo_until: null });
    expect(events[0]).toMatchObject({
      event: "restored",
      source: "staff",
      by: "Agent Tester",
      evidence: "Wrong customer",
    });
    expect(events[0]?.decides).toBe(events[1]?.id);
    expect(await isMarketable(phone)).toBe(agreed);
    expect(await optedOutToday()).toBe(counted);
    await fixture.send(chat_id);
    expect(await undo(id)).toMatchObject(agreed ? { status: "info" } : { status: "success" });
  });

  test("an open question is open again", async () => {
    const { id, phone } = await fixture.customer();
    await receiveText(phone, "Please stop texting me");
    await optOut(id);
    await undo(id);
    expect(await historyOf(id)).toMatchObject({
      state: "asked",
      needs_evidence: 1,
      asked: { words: "Please stop texting me" },
    });
  });

  test("within 24 hours by the app's clock, not a moment longer", async () => {
    const [one, other] = [await fixture.customer(), await fixture.customer()];
    await optOut(one.id);
    await optOut(other.id);
    app.clock.advance(24 * hours - 1);
    const call = await app.signIn(dealer.agent);
    const undoNow = (user_id: number) => call(consent.opt, { body: { user_id, opt_type: "in", reason: "Mistake" } });
    expect((await call(consent.history, { params: { id: other.id } })).data.undo_until).not.toBeNull();
    expect(await undoNow(one.id)).toMatchObject({ status: "success" });
    app.clock.advance(1);
    expect((await call(consent.history, { params: { id: other.id } })).data.undo_until).toBeNull();
    await expect(undoNow(other.id)).rejects.toMatchObject({ status: 422, fields: { reason: expect.any(String) } });
    app.clock.advance(-24 * hours);
  });
});

describe("only with evidence after", () => {
  test.each([
    ["a STOP", (phone: string) => receiveText(phone, "STOP")],
    [
      "a STOP that followed staff's own",
      async (phone: string, id: number) => {
        await optOut(id);
        await receiveText(phone, "STOP");
      },
    ],
    [
      "their own words, decided by staff",
      async (phone: string, id: number) => {
        await receiveText(phone, "Please stop texting me");
        const { asked } = await historyOf(id);
        const body = { event_id: asked?.event_id ?? 0, decision: "opt_out" as const };
        await agent(consent.decide, { params: { id }, body });
      },
    ],
    ["the carrier's report", (phone: string) => record(phone, "carrier")],
    ["an import's opt-out", (phone: string) => record(phone, "import")],
    ["a form's", (phone: string) => record(phone, "form")],
    ["a campaign's", (phone: string) => record(phone, "campaign")],
  ] as const)("%s", async (_what, happen) => {
    const { id, phone } = await fixture.customer();
    await happen(phone, id);
    expect(await historyOf(id)).toMatchObject({ state: "revoked", undo_until: null });
    await expect(undo(id)).rejects.toMatchObject({ status: 422, fields: { reason: expect.any(String) } });
    expect((await historyOf(id)).state).toBe("revoked");
    const evidence = "Signed the form";
    await agent(consent.opt, { body: { user_id: id, opt_type: "in", reason: "x", evidence } });
    expect((await historyOf(id)).events[0]).toMatchObject({ event: "granted", evidence });
  });

  test.each(["", "   "])("a reason of %j is none", async (reason) => {
    const { id } = await fixture.customer();
    await optOut(id);
    await expect(undo(id, reason)).rejects.toMatchObject({ status: 422 });
  });
});
