import { afterAll, describe, expect, test } from "vitest";
import { accounts } from "#domains/accounts/contract.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { room, sameTime, startMeetings, wallTime } from "#testing/meetings/startMeetings.ts";
import { meetings } from "./contract.ts";

const { app, dealer, owner, manager, agent, hold, shown, page } = await startMeetings();
afterAll(() => app.close());

const idOf = async (call: typeof agent) => (await call(accounts.profile)).data.id;
const textsTo = (phone: string) => app.sms.sent.filter(({ to }) => to === phone).map(({ body }) => body);

test("an edit keeps what it leaves out", async () => {
  const invited = [await idOf(manager)];
  const { id, customer } = await hold(agent, { user_ids: invited, notes: "Bring photos" });
  const before = await shown(agent, id);
  await agent(meetings.edit, {
    params: { id },
    body: { title: "Trade-in", customer_id: customer.id, version: 1 } as never,
  });
  expect(await shown(agent, id)).toMatchObject({ ...before, version: expect.any(Number) });
});

describe("making a meeting", () => {
  test("is an appointment with a room, people and a page for the customer", async () => {
    const invited = [await idOf(manager), await idOf(owner)];
    const { id, customer, message, join_url } = await hold(agent, { user_ids: invited, notes: "Bring photos" });
    expect(message).toBe("Meeting created");
    expect(await shown(agent, id)).toEqual({
      id,
      title: "Trade-in",
      datetime: "2026-11-24T15:00:00.000Z",
      ends_at: "2026-11-24T15:30:00.000Z",
      duration: 30,
      host_id: null,
      place: "",
      type: 1,
      status: 0,
      notes: "Bring photos",
      customer_id: customer.id,
      customer_name: "Ana Diaz",
      customer_deleted: 0,
      people: [
        { id: await idOf(agent), name: "Agent Tester", name_initials: "AT" },
        { id: await idOf(manager), name: "Manager Tester", name_initials: "MT" },
        { id: await idOf(owner), name: "Owner Tester", name_initials: "OT" },
      ],
      kind: "link",
      url: room,
      link_state: "ready",
      join_url,
      texted_at: null,
      is_mailed: 0,
      started_at: null,
      joined_at: null,
      version: 1,
    });
    const { data } = await agent(appointments.table, { body: { length: 500 } });
    expect(data.find((one) => one.id === id)).toMatchObject({ title: "Trade-in", type: 1, version: 1 });
  });

  test("texts the customer the time and their link, in their conversation", async () => {
    const { id, customer, join_url } = await hold(agent, { ...wallTime("2026-11-24", "11:15 AM"), text_customer: 1 });
    await app.jobs.runAll();
    const [text] = textsTo(customer.phone);
    expect(text).toContain("your video meeting is Tuesday, November 24 at 11:15 AM EST");
    expect(text).toContain(join_url);
    expect(await shown(agent, id)).toMatchObject({ texted_at: app.clock.now().toISOString() });
  });

  test("without a room and in person, too", async () => {
    const { id } = await hold(agent, { type: 0, url: "" });
    expect(await shown(agent, id)).toMatchObject({ url: "", type: 0 });
    const inPerson = (await agent(meetings.list, { body: { type: 0 } })).data.next;
    expect(inPerson.map((one) => one.id)).toEqual([id]);
    const virtual = (await agent(meetings.list, { body: { type: 1 } })).data.next;
    expect(virtual.map((one) => one.id)).not.toContain(id);
  });

  test("goes on when the customer may not be texted, and says why", async () => {
    const { customer } = await hold(agent);
    const stop = { from: customer.phone, to: dealer.number, body: "STOP", media: [], sid: `SM${customer.phone}` };
    await app.sms.listener.onInboundText({ ...stop, carrierAnsweredOptOut: true });
    const body = { customer_id: customer.id, ...wallTime("2026-11-24", "02:00 PM"), text_customer: 1 };
    const { id, status, message } = await hold(agent, body);
    expect(status).toBe("warning");
    expect(message).toBe("Meeting created. The text wasn't sent: This customer has opted out of text messages.");
    expect(await shown(agent, id)).toMatchObject({ texted_at: null });
    await app.jobs.runAll();
    expect(textsTo(customer.phone)).toEqual([]);
  });
});

test("appointments made elsewhere are meetings as well", async () => {
  const { customer } = await hold(agent);
  const draft = { title: "Video tour", type: 1, customer_id: customer.id, notes: "" };
  const { data } = await agent(appointments.add, { body: { ...draft, ...wallTime("2026-11-24", "03:30 PM") } });
  const found = await shown(agent, data.id);
  expect(found).toMatchObject({
    title: "Video tour",
    url: "",
    people: [expect.objectContaining({ name: "Agent Tester" })],
  });
  expect(found?.join_url).toContain("/j/");
});

describe("the lists", () => {
  test("next are the four that come first, and none that is over", async () => {
    const times = ["06:00 AM", "06:15 AM", "06:30 AM", "06:45 AM", "07:00 AM"];
    const ids: number[] = [];
    for (const time of times) ids.push((await hold(agent, wallTime("2026-11-24", time))).id);
    const next = async () => (await agent(meetings.list, { body: { type: 1 } })).data.next.map(({ id }) => id);
    expect(await next()).toEqual(ids.slice(0, 4));
    await agent(appointments.update, { params: { id: ids[0] ?? 0, status: 1 } });
    expect(await next()).toEqual(ids.slice(1, 5));
  });

  test("the day is the location's today unless another is named", async () => {
    expect((await agent(meetings.list, { body: { type: 1 } })).data.day).toBe("2026-11-23");
    expect((await agent(meetings.list, { body: { type: 1, day: "2026-11-29" } })).data.day).toBe("2026-11-29");
  });

  test("each person's last link is offered again, until they use Rooftop's room", async () => {
    await hold(manager, { url: "https://zoom.us/j/77" });
    expect((await manager(meetings.list, { body: { type: 1 } })).data.last_url).toBe("https://zoom.us/j/77");
    expect((await owner(meetings.list, { body: { type: 1 } })).data.last_url).toBe("");
    await hold(manager, { type: 0, url: "" });
    expect((await manager(meetings.list, { body: { type: 1 } })).data.last_url).toBe("https://zoom.us/j/77");
    await hold(manager, { url: "" });
    expect((await manager(meetings.list, { body: { type: 1 } })).data.last_url).toBe("");
  });

  test("another location sees nothing of them", async () => {
    const { id } = await hold(agent);
    const elsewhere = await app.signIn(dealer.owner, dealer.otherLocation_id);
    expect(await shown(elsewhere, id)).toBeUndefined();
  });
});

describe("editing", () => {
  const change = (id: number, customer_id: number, more: object) =>
    agent(meetings.edit, {
      params: { id },
      body: { title: "Trade-in", type: 1, customer_id, notes: "", ...sameTime, url: room, version: 1, ...more },
    });

  test("changes time, room and people, and keeps what was changed in the trail", async () => {
    const { id, customer } = await hold(agent, { user_ids: [await idOf(manager)] });
    const time = wallTime("2026-11-24", "04:45 PM");
    const { data } = await change(id, customer.id, { ...time, url: "https://zoom.us/j/1", user_ids: [] });
    expect(data).toEqual({ id, version: 2 });
    const row = await shown(agent, id);
    expect(row).toMatchObject({ datetime: "2026-11-24T21:45:00.000Z", url: "https://zoom.us/j/1", version: 2 });
    expect(row?.people).toHaveLength(1);
    const { rows } = await app.pool.query(
      "select detail from audit_log where subject = 'meeting' and subject_id = $1",
      [id],
    );
    expect(rows).toEqual([{ detail: { link: "https://zoom.us/j/1", people: "Agent Tester" } }]);
  });

  test("one moved to another time has not begun", async () => {
    const { id, customer } = await hold(agent);
    await agent(meetings.start, { params: { id } });
    await change(id, customer.id, wallTime("2026-11-24", "05:00 PM"));
    expect(await shown(agent, id)).toMatchObject({ started_at: null, joined_at: null });
  });

  test("texts the new time when that is wanted", async () => {
    const { id, customer } = await hold(agent);
    await change(id, customer.id, { ...wallTime("2026-11-25", "09:30 AM"), text_customer: 1 });
    await app.jobs.runAll();
    expect(textsTo(customer.phone)).toEqual([expect.stringContaining("Wednesday, November 25 at 9:30 AM EST")]);
  });
});

describe("a host who waits", () => {
  const start = async (more: object = {}) => {
    const held = await hold(agent, { ...wallTime("2026-11-23", "08:00 AM"), ...more });
    await agent(meetings.start, { params: { id: held.id } });
    return held;
  };
  const twoMinutesLater = async () => {
    app.clock.advance(120_000);
    await app.jobs.runAll();
  };

  test("has the customer texted the link after two minutes, once", async () => {
    const { id, customer, join_url } = await start({ url: "" });
    await app.jobs.runAll();
    expect(textsTo(customer.phone)).toEqual([]);
    await twoMinutesLater();
    await agent(meetings.start, { params: { id } });
    await twoMinutesLater();
    expect(textsTo(customer.phone)).toEqual([expect.stringContaining(`Join here: ${join_url}`)]);
  });

  test("has nobody texted who has come, opted out, or whose meeting is over", async () => {
    const came = await start();
    await page.join(came.path);
    const optedOut = await start();
    const stop = { from: optedOut.customer.phone, to: dealer.number, body: "STOP", media: [], sid: "SMwaits" };
    await app.sms.listener.onInboundText({ ...stop, carrierAnsweredOptOut: true });
    const over = await start();
    await agent(appointments.update, { params: { id: over.id, status: 1 } });
    const cancelled = await start();
    await agent(meetings.cancel, { params: { id: cancelled.id }, body: {} });
    await twoMinutesLater();
    for (const { customer } of [came, optedOut, over, cancelled]) expect(textsTo(customer.phone)).toEqual([]);
  });
});

test("starting keeps who opened the room first", async () => {
  const { id } = await hold(agent);
  expect((await manager(meetings.start, { params: { id } })).data.url).toBe(room);
  app.clock.advance(1000);
  await agent(meetings.start, { params: { id } });
  const { rows } = await app.pool.query("select started_by from meetings where appointment_id = $1", [id]);
  expect(rows).toEqual([{ started_by: await idOf(manager) }]);
});

test("canceling deletes the appointment, texts the customer, and can be undone", async () => {
  const { id, customer } = await hold(agent);
  await agent(meetings.cancel, { params: { id }, body: { text_customer: 1 } });
  await app.jobs.runAll();
  expect(await shown(agent, id)).toBeUndefined();
  expect(textsTo(customer.phone)).toEqual([expect.stringContaining("10:00 AM EST is canceled")]);
  await manager(appointments.restore, { params: { id } });
  expect(await shown(agent, id)).toMatchObject({ url: room });
});

test("the link can be texted again, and made anew", async () => {
  const { id, customer, join_url } = await hold(agent);
  await agent(meetings.text, { params: { id } });
  await app.jobs.runAll();
  expect(textsTo(customer.phone)).toEqual([expect.stringContaining(join_url)]);
  const { data } = await agent(meetings.renew, { params: { id } });
  expect(data.join_url).not.toBe(join_url);
  expect((await shown(agent, id))?.join_url).toBe(data.join_url);
});

test("a host stands first, has one meeting at a time, and may be somebody else than who made it", async () => {
  const host_id = await idOf(owner);
  const { id } = await hold(agent, { ...wallTime("2026-11-24", "01:00 PM"), host_id, duration: 60, place: "Bay 3" });
  expect(await shown(agent, id)).toMatchObject({
    ends_at: "2026-11-24T19:00:00.000Z",
    duration: 60,
    host_id,
    place: "Bay 3",
    people: [{ id: host_id, name: "Owner Tester", name_initials: "OT" }],
  });
  const second = hold(agent, { ...wallTime("2026-11-24", "01:45 PM"), host_id });
  await expect(second).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("Owner Tester has “Trade-in”"),
  });
  // Whoever made it can still cancel it.
  await agent(meetings.cancel, { params: { id }, body: {} });
});
