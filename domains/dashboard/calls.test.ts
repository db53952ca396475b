import { afterAll, expect, test } from "vitest";
import { appointments } from "#domains/appointments/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { chatTags } from "#domains/inbox/list/contract.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { followPostgres } from "#testing/testTime.ts";
import { dashboard } from "./contract.ts";
import { sentByMember } from "./server/public.ts";
import { rollUp } from "./server/rollUp.ts";

const { app, dealer, agent, fixture } = await startInboxTest();
afterAll(() => app.close());

const owner = await app.signIn(dealer.owner);
const other = await app.signIn(dealer.otherAgent);

/** Today's figures; Postgres sets `created_at`. */
async function figures(call = agent, body: object = {}) {
  await followPostgres(app);
  return (await call(dashboard.figures, { body })).data;
}

test("reflects received texts, answers and new customers at once", async () => {
  const before = await figures();
  expect(before).toMatchObject({ new_messages: 0, messages_sent: 0, average_response_time: "0m", period: "today" });
  const phone = "+12125550198";
  await app.sms.listener.onInboundText(fixture.inbound(phone, "Is the blue one there?"));
  expect(await figures()).toMatchObject({
    new_messages: 1,
    unread_messages: 1,
    pending_follow_up: 1,
    new_contacts: 1,
    active_contacts: 1,
    inbound_leads: 1,
    total_conversations: 1,
    no_response: 0,
    replies_received: 0,
    messages_sent: 0,
    parts: { leads_serviced: 0, contacts_by_staff: 0, contacts_imported: 0 },
  });

  const { data } = await agent(inbox.chats, { params: { type: "all", offset: 0 }, body: {} });
  const chat = data.allActiveChats.find(({ customer }) => customer.phone === phone);
  const chat_id = chat?.id ?? 0;
  await fixture.send(chat_id, "It is");
  expect(await figures()).toMatchObject({
    messages_sent: 1,
    pending_follow_up: 0,
    no_response: 1,
    replies_received: 0,
    parts: { leads_serviced: 1 },
  });
  await app.sms.listener.onInboundText(fixture.inbound(phone, "On my way"));
  const after = await figures();
  expect(after).toMatchObject({ new_messages: 2, no_response: 0, replies_received: 1 });
  const funnel = async () => (await agent(dashboard.funnel, { body: {} })).data;
  const spoken = { people_texted: 1, people_replied: 1 };
  expect(await funnel()).toEqual({ ...spoken, people_scheduled: 0, people_shown: 0, people_opted_out: 0 });

  const draft = {
    title: "Test drive",
    type: 0,
    customer_id: chat?.customer.id ?? 0,
    timeType: "now" as const,
    notes: "",
  };
  const noTime = { appointment_date: "", customTimeHours: "", customTimeMinutes: "", customTimeAmPm: "" };
  await agent(appointments.add, { body: { ...draft, ...noTime } });
  const set = { appointments_set: 1, appointment_scheduled: 1, todays_appointments: 1, apps_shown: 0 };
  expect(await figures()).toMatchObject({ ...set, parts: { appointments_in_period: 1, appointments_in_person: 1 } });
  await app.sms.listener.onInboundText(fixture.inbound(phone, "STOP"));
  expect((await figures()).opted_out).toBe(1);
  expect(await funnel()).toEqual({ ...spoken, people_scheduled: 1, people_shown: 0, people_opted_out: 1 });
});

test("another location and another business see none of it, the owner sees both locations", async () => {
  const stranger = await app.signIn((await app.dealership()).owner);
  for (const call of [other, stranger]) expect(await figures(call)).toMatchObject({ new_messages: 0, new_contacts: 0 });
  await app.sms.listener.onInboundText(fixture.inbound("+12125550197", "Hello", dealer.otherNumber));
  const here = await figures(owner);
  const all = await figures(owner, { location: "all" });
  expect(all.new_messages).toBe(here.new_messages + 1);
  const { data } = await owner(dashboard.drillDown, { body: { figure: "new_messages", location: "all" } });
  const elsewhere = data.find(({ what }) => what === "Hello");
  expect(elsewhere).toMatchObject({ location: "Airport", chat_id: null, customer_id: null });
  expect(data.find(({ what }) => what === "On my way")).toMatchObject({
    location: "Downtown",
    chat_id: expect.any(Number),
  });
});

test.each(["manager", "agent"] as const)("a %s sees the acting location only", async (role) => {
  const call = await app.signIn(dealer[role]);
  const refused = { status: 422, fields: { location: "Only the owner sees all locations together." } };
  for (const one of [dashboard.figures, dashboard.drillDown]) {
    const body = { location: "all" as const, figure: "new_messages" as const };
    await expect(call(one as typeof dashboard.drillDown, { body })).rejects.toMatchObject(refused);
  }
});

test.each([
  [{ period: "decade" }, { period: "Select one of the periods" }],
  [{ location: "moon" }, { location: "Select the location, or all of them" }],
  [{ figure: "happiness" }, { figure: "Select one of the figures" }],
  [{ period: "custom" }, { from: "Enter the first day" }],
  [{ period: "custom", from: "2026-03-02", to: "2026-03-01" }, { to: "The end is before the start" }],
  [{ period: "custom", from: "2024-12-31", to: "2026-01-01" }, { to: "Select at most 366 days" }],
  [{ period: "custom", from: "2026-01-01", to: "2999-01-01" }, { to: "Enter a day up to today" }],
])("%o is refused with a message", async (wrong, fields) => {
  const body = { figure: "new_messages", ...wrong } as never;
  await expect(agent(dashboard.drillDown, { body })).rejects.toMatchObject({ status: 422, fields });
});

test("message rows are searched and paged, newest first", async () => {
  const body = { figure: "new_messages" as const, length: 1, start: 1 };
  const page = await agent(dashboard.drillDown, { body });
  expect(page).toMatchObject({ recordsTotal: 3, recordsFiltered: 3 });
  expect(page.data.map(({ what }) => what)).toEqual(["On my way"]);
  const found = await agent(dashboard.drillDown, { body: { ...body, start: 0, search: { value: "BLUE ONE" } } });
  expect(found).toMatchObject({ recordsTotal: 3, recordsFiltered: 1 });
  expect(found.data.map(({ what }) => what)).toEqual(["Is the blue one there?"]);
});

test("a deleted message counts, without its text; a deleted customer has no link", async () => {
  const { id, chat_id } = await fixture.chat("A secret price");
  await app.pool.query("update messages set deleted_at = now() where chat_id = $1", [chat_id]);
  await owner(customers.remove, { params: { id } });
  await figures();
  const { data } = await agent(dashboard.drillDown, { body: { figure: "messages_sent" } });
  expect(data[0]).toMatchObject({
    what: "Deleted message",
    chat_id: null,
    customer_id: null,
    customer_name: "Cara Moss",
  });
});

test("counts texts per member from rolled-up hours and later rows", async () => {
  const scope = { dealer_id: dealer.dealer_id, location_id: dealer.location_id };
  const counted = async () => {
    const [from, to] = [new Date(0), new Date(app.clock.now().getTime() + 1)];
    return app.server.within.business(scope, "test", ({ db }) => sentByMember(db, scope, { from, to }));
  };
  const [{ user_id, sent } = { user_id: 0, sent: 0 }, ...more] = await counted();
  expect([more, sent > 0]).toEqual([[], true]);
  app.clock.advance(3 * 3_600_000);
  await rollUp(app.server);
  const { chat_id } = await fixture.chat("One more");
  expect(chat_id).toBeGreaterThan(0);
  expect(await counted()).toEqual([{ user_id, sent: sent + 1 }]);
});

test("Pending Follow Up counts the chats of the inbox's Unreplied list, whatever becomes of them", async () => {
  const list = async () => {
    const { data } = await agent(inbox.chats, { params: { type: "unreplied", offset: 0 }, body: {} });
    return [...data.allActiveChats, ...data.allInactiveChats].map(({ id }) => id).sort();
  };
  const expectAgreement = async (count: number) => {
    const body = { figure: "pending_follow_up" as const, length: 500 };
    const rows = (await agent(dashboard.drillDown, { body })).data;
    const ids = await list();
    expect(ids).toHaveLength(count);
    expect(rows.map(({ chat_id }) => chat_id).sort()).toEqual(ids);
    expect((await figures()).pending_follow_up).toBe(count);
    const inboxCounts = (await agent(inbox.unread)).data;
    expect(inboxCounts.unreplied_count).toBe(count);
    expect((await figures()).unread_conversations).toBe(inboxCounts.unread_count);
  };
  const before = (await list()).length;
  const phones = ["+12125550111", "+12125550112", "+12125550113", "+12125550114"];
  for (const phone of phones) await app.sms.listener.onInboundText(fixture.inbound(phone, "Anybody there?"));
  await expectAgreement(before + phones.length);
  const { data } = await agent(inbox.chats, { params: { type: "unreplied", offset: 0 }, body: {} });
  const chatOf = (phone = "") => data.allActiveChats.find(({ customer }) => customer.phone === phone);
  const [closed, answered, cleared, removed] = phones.map(chatOf);
  await agent(inbox.close, { body: { chat_id: closed?.id ?? 0, is_closed: 1 } });
  await expectAgreement(before + 4);
  await fixture.send(answered?.id ?? 0, "Here we are");
  await expectAgreement(before + 3);
  await agent(chatTags.clearUnreplied, { params: { chat_id: cleared?.id ?? 0 } });
  await expectAgreement(before + 2);
  await owner(customers.remove, { params: { id: removed?.customer.id ?? 0 } });
  await expectAgreement(before + 1);
  await agent(inbox.close, { body: { chat_id: closed?.id ?? 0, is_closed: 0 } });
  await expectAgreement(before + 1);
});
