import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { clients } from "#domains/admin/clients/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { createGate } from "#server/session.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { type SupportAccessDraft, supportAccess } from "./contract.ts";
import { endSupportAccess } from "./server/endSupportAccess.ts";

let app: TestApp;
let dealer: Dealership;
let owner: Caller;
let token: string;
let operator: Caller;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  owner = await app.signIn(dealer.owner);
});
afterAll(() => app.close());
beforeEach(async () => {
  token = await app.token((await app.operator()).email);
  operator = injectedCaller(app.http, token);
});

const reason = "The owner asked for help";
const beginAccess = (more: Partial<Record<keyof SupportAccessDraft, unknown>> = {}) =>
  operator(supportAccess.begin, {
    params: { id: dealer.dealer_id },
    body: { location_id: dealer.location_id, reason, minutes: 15, ...more } as SupportAccessDraft,
  });
const advanceMinutes = (count: number) => app.clock.advance(count * 60_000);

async function trail() {
  const { rows } = await app.pool.query(
    `select action, subject, user_id, detail, ip <> '' as has_ip from audit_log
     where dealer_id = $1 and subject = 'account' order by id`,
    [dealer.dealer_id],
  );
  return rows;
}

describe("support access", () => {
  test("shows the owner's view of one location under the operator's name, and is in the trail", async () => {
    const before = (await trail()).length;
    const { message, data } = await beginAccess();
    expect(message).toBe("You're viewing this account. View only.");
    expect(data).toEqual({
      dealer_id: dealer.dealer_id,
      location_id: dealer.location_id,
      expires_at: new Date(app.clock.now().getTime() + 15 * 60_000).toISOString(),
    });
    const me = (await operator(accounts.profile)).data;
    expect(me).toMatchObject({
      first_name: "Platform",
      last_name: "Operator",
      email: "",
      user_type: "dealer",
      del_allowed: 0,
      dealer_id: dealer.dealer_id,
      location_id: dealer.location_id,
      location: "Downtown",
      location_phone: dealer.number,
      visit: { reason, expires_at: data.expires_at },
    });
    await operator(supportAccess.end);
    expect((await trail()).slice(before)).toEqual([
      {
        action: "started viewing",
        subject: "account",
        user_id: me.id,
        has_ip: true,
        detail: { reason, minutes: 15, location: "Downtown" },
      },
      { action: "stopped viewing", subject: "account", user_id: me.id, detail: {}, has_ip: true },
    ]);
  });

  test("shows that location's customers and no others", async () => {
    const mine = await addCustomer(owner);
    const elsewhere = await addCustomer(await app.signIn(dealer.owner, dealer.otherLocation_id));
    await beginAccess();
    const ids = (await operator(customers.table, { body: {} })).data.map(({ id }) => id);
    expect(ids).toContain(mine.id);
    expect(ids).not.toContain(elsewhere.id);
  });

  test("does not mark chats as read", async () => {
    const { id: customer_id, phone } = await addCustomer(owner);
    const { chat_id } = (await owner(inbox.sendToCustomer, { body: { customer_id, message: "Hello" } })).data;
    await app.jobs.runAll();
    const text = { from: phone, to: dealer.number, body: "Hi", media: [], carrierAnsweredOptOut: false };
    await app.sms.listener.onInboundText({ ...text, sid: `SM${phone}` });
    await beginAccess();
    const seen = await operator(inbox.messages, { params: { chat_id }, body: {} });
    expect(seen.data.allMessages.map(({ message }) => message)).toEqual(["Hello", "Hi"]);
    expect(seen.data.currentChat).toMatchObject({
      is_read: 0,
      cannot_send: "View only. You can't change anything in this account.",
    });
    expect((await owner(inbox.chat, { params: { chat_id } })).data).toMatchObject({ is_read: 0, new_message_count: 1 });
  });

  test("suspends the operator's own access and realtime events", async () => {
    const { session_id } = (await app.pool.query("select max(id) as session_id from sessions where dealer_id = 0"))
      .rows[0];
    await beginAccess();
    expect(app.events.disconnected).toContain(session_id);
    await expect(operator(clients.one, { params: { id: dealer.dealer_id } })).rejects.toMatchObject({ status: 403 });
    await expect(beginAccess()).rejects.toMatchObject({
      status: 403,
      message: "View only. You can't change anything in this account.",
    });
    const gate = createGate(app.server.within, app.clock);
    expect(await gate.authenticate(token, dealer.location_id)).toBeUndefined();
    expect(await gate.authenticate(token, undefined)).toBeUndefined();
    await operator(supportAccess.end);
    expect((await operator(clients.one, { params: { id: dealer.dealer_id } })).status).toBe("success");
    expect(await gate.authenticate(token, undefined)).toMatchObject({ dealer_id: 0 });
  });

  test("applies to this sign-in only", async () => {
    const other = await app.signIn((await app.operator()).email);
    await beginAccess();
    expect((await other(accounts.profile)).data).toMatchObject({ user_type: "superadmin", visit: null });
  });
});

describe("the end", () => {
  test("comes on time by itself, is in the trail, and access can begin again", async () => {
    await beginAccess();
    advanceMinutes(15);
    expect((await operator(accounts.profile)).data).toMatchObject({ user_type: "superadmin", visit: null });
    await beginAccess({ minutes: 30 });
    expect((await trail()).slice(-2).map(({ action }) => action)).toEqual(["stopped viewing", "started viewing"]);
    advanceMinutes(31);
    await app.jobs.runAll();
    await runEndJob();
    expect((await trail()).at(-1)).toMatchObject({ action: "stopped viewing" });
    const { rows } = await app.pool.query(
      "select ended_at = expires_at as on_time from visits where dealer_id = $1 order by id desc limit 1",
      [dealer.dealer_id],
    );
    expect(rows).toEqual([{ on_time: true }]);
  });

  test("comes with signing out, at that time", async () => {
    await beginAccess();
    advanceMinutes(5);
    await operator(accounts.logout);
    await expect(operator(accounts.profile)).rejects.toMatchObject({ status: 401 });
    await runEndJob();
    const { visits: shown } = (await owner(supportAccess.ofBusiness)).data;
    expect(shown[0]).toMatchObject({ ended_at: app.clock.now().toISOString() });
  });

  test("without support access gets a message", async () => {
    expect(await operator(supportAccess.end)).toMatchObject({
      status: "info",
      message: "You aren't viewing an account.",
    });
  });
});

test("the owner sees who had access and why; another business does not", async () => {
  await beginAccess();
  await operator(supportAccess.end);
  const { visits: shown } = (await owner(supportAccess.ofBusiness)).data;
  expect(shown[0]).toMatchObject({ visitor: "Platform Operator", location: "Downtown", reason });
  const stranger = await app.signIn((await app.dealership()).owner);
  expect((await stranger(supportAccess.ofBusiness)).data.visits).toEqual([]);
});

describe("refused", () => {
  test.each([
    [{ reason: "Help" }, "reason", "Enter a reason of at least 10 characters"],
    [{ reason: "          x" }, "reason", "Enter a reason of at least 10 characters"],
    [{ minutes: 45 }, "minutes", "Select 15, 30 or 60 minutes"],
    [{ minutes: 6000 }, "minutes", "Select 15, 30 or 60 minutes"],
    [{ location_id: 999_999_999 }, "location_id", "Select one of this client's locations"],
  ] as const)("%j", async (more, field, text) => {
    await expect(beginAccess(more)).rejects.toMatchObject({ status: 422, fields: { [field]: text } });
    expect((await operator(accounts.profile)).data.visit).toBeNull();
  });

  test("another client's location", async () => {
    const { location_id } = await app.dealership();
    await expect(beginAccess({ location_id })).rejects.toMatchObject({ status: 422 });
  });

  test.each([0, 999_999_999])("the nonexistent client %s", async (id) => {
    const body = { location_id: dealer.location_id, reason, minutes: 15 };
    await expect(operator(supportAccess.begin, { params: { id }, body })).rejects.toMatchObject({ status: 404 });
  });
});

/** What the queue runs every minute. */
async function runEndJob(): Promise<void> {
  await endSupportAccess(app.server);
}
