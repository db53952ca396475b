import { afterAll, expect, test } from "vitest";
import { accounts } from "#domains/accounts/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { room, startMeetings, wallTime } from "#testing/meetings/startMeetings.ts";
import { meetings } from "./contract.ts";

const { app, dealer, manager, agent, hold, shown } = await startMeetings();
afterAll(() => app.close());

const draftFor = (customer_id: number) => ({
  title: "Trade-in",
  type: 1,
  customer_id,
  notes: "",
  url: room,
  text_customer: 0,
  ...wallTime("2026-11-24"),
});

test.each([
  ["url", "javascript:alert(1)", "Enter a link that starts with https://"],
  ["url", "http://meet.google.com/abc", "Enter a link that starts with https://"],
  ["url", "https://ana:secret@meet.google.com/abc", "Enter a link without a username or password"],
  ["url", "https://meet.google.com@evil.example/", "Enter a link without a username or password"],
  ["url", `https://meet.google.com/${"a".repeat(600)}`, "Use at most 500 characters"],
  ["title", "", "Title is required"],
  ["type", 2, "Select In-Person or Virtual"],
  ["user_ids", Array.from({ length: 21 }, (_, index) => index + 1), "Invite at most 20 team members"],
  ["user_ids", [2_000_000_000], "One of these people is no longer on the team here. Select them again."],
  ["appointment_date", "2026-02-30", "Select a day from January 1, 1997 to December 31, 2030"],
  ["appointment_date", "", "Select a day from January 1, 1997 to December 31, 2030"],
  ["customTimeMinutes", "07", "Select 00, 15, 30 or 45 minutes"],
])("%s as %j is refused, and nothing is made", async (field, value, text) => {
  const { id } = await addCustomer(agent);
  const failure = await agent(meetings.add, { body: { ...draftFor(id), [field]: value } as never }).catch(
    (error) => error,
  );
  expect(failure).toMatchObject({ fields: { [field]: text } });
  const { rows } = await app.pool.query("select id from appointments where customer_id = $1", [id]);
  expect(rows).toEqual([]);
});

test("whoever chooses a link of their own has to give one, and a room has none", async () => {
  const { id } = await addCustomer(agent);
  const add = (more: object) => agent(meetings.add, { body: { ...draftFor(id), ...more } });
  await expect(add({ kind: "link", url: "" })).rejects.toMatchObject({
    fields: { url: "Enter a link that starts with https://" },
  });
  const { data } = await add({ kind: "room" });
  expect(await shown(agent, data.id)).toMatchObject({ url: "" });
});

test("nobody from elsewhere is invited", async () => {
  const other = await app.signIn(dealer.otherAgent, dealer.otherLocation_id);
  const user_ids = [(await other(accounts.profile)).data.id];
  const { id } = await addCustomer(agent);
  await expect(agent(meetings.add, { body: { ...draftFor(id), user_ids } })).rejects.toMatchObject({
    fields: { user_ids: expect.any(String) },
  });
});

test("an edit of a version that is gone changes nothing, link and people included", async () => {
  const { id, customer } = await hold(agent);
  const body = { ...draftFor(customer.id), timeType: "keep" as const, version: 1 };
  await manager(meetings.edit, { params: { id }, body: { ...body, title: "Finance" } });
  const stale = agent(meetings.edit, { params: { id }, body: { ...body, url: "https://zoom.us/j/9" } });
  await expect(stale).rejects.toMatchObject({ status: 409 });
  expect(await shown(agent, id)).toMatchObject({ title: "Finance", url: room });
});

test("agents don't cancel a colleague's meeting that they aren't part of", async () => {
  const { id } = await hold(manager);
  await expect(agent(meetings.cancel, { params: { id }, body: {} })).rejects.toMatchObject({ status: 403 });
  const invited = await hold(manager, { user_ids: [(await agent(accounts.profile)).data.id] });
  await agent(meetings.cancel, { params: { id: invited.id }, body: {} });
});

test("one in person can't be started, and an opted-out customer isn't texted", async () => {
  const { id, customer } = await hold(agent, { type: 0, url: "" });
  await expect(agent(meetings.start, { params: { id } })).rejects.toMatchObject({ status: 409 });
  const stop = { from: customer.phone, to: dealer.number, body: "STOP", media: [], sid: `SM${customer.phone}` };
  await app.sms.listener.onInboundText({ ...stop, carrierAnsweredOptOut: true });
  await expect(agent(meetings.text, { params: { id } })).rejects.toMatchObject({ status: 409 });
});

test.each(["11/24/2026", "2026-13-40", "tomorrow", "2026-11-24T00:00", "'; drop table meetings"])(
  "the day %j is refused",
  async (day) => {
    await expect(agent(meetings.list, { body: { type: 1, day } })).rejects.toMatchObject({ status: 422 });
  },
);
