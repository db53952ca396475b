import { describe, expect, test } from "vitest";
import { accounts } from "#domains/accounts/contract.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { customerErasure } from "#domains/customers/erasure/contract.ts";
import { inTime } from "#testing/deadlines.ts";
import { connectCalendar } from "#testing/meetings/connectCalendar.ts";
import { startConnectedCalendar } from "#testing/meetings/startConnectedCalendar.ts";
import { sameTime, wallTime } from "#testing/meetings/startMeetings.ts";
import { meetings } from "../../contract.ts";
import { connectedCalendar } from "../contract.ts";
import { syncCalendar } from "./syncCalendar.ts";

const { app, dealer, owner, hold, start, signInAt, events, titles, person, sweep, serverWith } =
  await startConnectedCalendar();

const busy = { kind: "busy", why: "away" } as const;

describe("a member's meetings are in their calendar", () => {
  test("made, moved and canceled, once each, without the customer's phone", async () => {
    const { id, customer } = await hold(start.agent, wallTime(start.day));
    await app.jobs.runAll();
    expect(await titles()).toEqual(["Trade-in · Ana Diaz"]);
    expect((await events())[0]?.starts_at).toEqual(new Date(`${start.day}T15:00:00Z`));
    const draft = {
      title: `Call ${customer.phone}`,
      type: 1,
      customer_id: customer.id,
      notes: "",
      url: "",
      host_id: start.host_id,
    };
    const body = { ...draft, ...wallTime(start.day, "02:00 PM"), version: 1 };
    await start.agent(meetings.edit, { params: { id }, body });
    await app.jobs.runAll();
    expect(await events()).toMatchObject([
      { title: "Call · Ana Diaz", starts_at: new Date(`${start.day}T19:00:00Z`), version: 2, location: "" },
    ]);
    await sweep();
    expect((await events())[0]?.version).toBe(2);
    await start.agent(meetings.cancel, { params: { id }, body: {} });
    await app.jobs.runAll();
    expect(await titles()).toEqual([]);
    await start.manager(appointments.restore, { params: { id } });
    await app.jobs.runAll();
    expect(await titles()).toEqual(["Call · Ana Diaz"]);
  });

  test("what is changed elsewhere follows, and goes to whoever hosts it then", async () => {
    const { id, customer } = await hold(start.manager, { ...wallTime(start.day), host_id: start.host_id });
    await app.jobs.runAll();
    expect(await titles()).toEqual(["Trade-in · Ana Diaz"]);
    const other = (await start.manager(accounts.profile)).data.id;
    const draft = { title: "Trade-in", type: 1 as const, customer_id: customer.id, notes: "", host_id: other };
    await start.manager(appointments.edit, { params: { id }, body: { ...draft, ...sameTime, version: 1 } });
    await app.jobs.runAll();
    expect(await titles()).toEqual([]);
  });

  test("what they host already is there once they connect, and nothing of the past", async () => {
    await start.agent(connectedCalendar.disconnect);
    await hold(start.agent, wallTime(start.day));
    await app.jobs.runAll();
    start.account = await connectCalendar(start.agent);
    await app.jobs.runAll();
    expect(await titles()).toEqual(["Trade-in · Ana Diaz"]);
    await signInAt("2027-03-01T13:00:00Z");
    await start.agent(connectedCalendar.disconnect);
    start.account = await connectCalendar(start.agent);
    await app.jobs.runAll();
    expect(await titles()).toEqual([]);
  });

  test("nothing of a colleague, another business or another location's people", async () => {
    await hold(start.manager, wallTime(start.day));
    await hold(owner, wallTime(start.day, "03:00 PM"));
    await sweep();
    expect(await titles()).toEqual([]);
  });

  test("at the time of its clocks when these change", async () => {
    await signInAt("2027-03-10T13:00:00Z");
    start.day = "2027-03-14";
    await hold(start.agent, wallTime(start.day, "01:00 AM"));
    await hold(start.agent, wallTime(start.day, "03:00 AM"));
    await app.jobs.runAll();
    expect((await events()).map(({ starts_at }) => starts_at.toISOString().slice(11, 16))).toEqual(["06:00", "07:00"]);
    const refused = hold(start.agent, wallTime(start.day, "02:30 AM"));
    await expect(refused).rejects.toMatchObject({ status: 422 });
  });

  test("without what belongs to a person who was erased", async () => {
    const { customer } = await hold(start.agent, wallTime(start.day));
    await app.jobs.runAll();
    app.clock.set(new Date(`${start.day}T23:00:00Z`));
    const call = await app.signIn(dealer.owner);
    expect(await titles()).toEqual(["Trade-in · Ana Diaz"]);
    const body = { reason: "Asked by mail", confirmation: "ERASE" };
    await call(customerErasure.erase, { params: { id: customer.id }, body });
    await sweep();
    expect(await titles()).toEqual([]);
    const { rows } = await app.pool.query("select from calendar_events where is_unwanted");
    expect(rows).toEqual([]);
  });
});

describe("each is written once", () => {
  test("although the process dies between the writing and its answer", async () => {
    await hold(start.agent, wallTime(start.day));
    app.jobs.queued.length = 0;
    const dying = serverWith({
      async write(access, event, etag) {
        await app.calendarAccounts.write(access, event, etag, inTime);
        throw new Error("killed");
      },
    });
    await expect(syncCalendar(dying, person())).rejects.toThrow("killed");
    await syncCalendar(app.server, person());
    expect((await events()).map(({ version }) => version)).toEqual([1]);
    await sweep();
    expect((await events()).map(({ version }) => version)).toEqual([2]);
    await sweep();
    expect((await events()).map(({ version }) => version)).toEqual([2]);
  });

  test("by ten jobs at once", async () => {
    await hold(start.agent, wallTime(start.day));
    await hold(start.agent, wallTime(start.day, "01:00 PM"));
    app.jobs.queued.length = 0;
    await Promise.all(Array.from({ length: 10 }, () => syncCalendar(app.server, person())));
    expect((await events()).map(({ version }) => version)).toEqual([1, 1]);
  });

  test("after the provider was away, with everything that changed meanwhile", async () => {
    const { id, customer } = await hold(start.agent, wallTime(start.day));
    app.jobs.queued.length = 0;
    await syncCalendar(serverWith({ write: async () => busy }), person());
    const draft = { title: "Later", type: 1, customer_id: customer.id, notes: "", url: "", host_id: start.host_id };
    await start.agent(meetings.edit, {
      params: { id },
      body: { ...draft, ...wallTime(start.day, "04:00 PM"), version: 1 },
    });
    await app.jobs.runAll();
    expect(await titles()).toEqual([]);
    for (const _ of [1, 2, 3]) await sweep();
    expect(await events()).toMatchObject([{ title: "Later · Ana Diaz", version: 1 }]);
  });
});

test("what its owner deleted by hand stays deleted, and that is said", async () => {
  const { id, customer } = await hold(start.agent, wallTime(start.day));
  await app.jobs.runAll();
  const [{ id: event } = { id: "" }] = await events();
  await app.calendarAccounts.deleteByHand(start.account, event);
  const draft = { title: "Moved", type: 1, customer_id: customer.id, notes: "", url: "", host_id: start.host_id };
  await start.agent(meetings.edit, {
    params: { id },
    body: { ...draft, ...wallTime(start.day, "04:00 PM"), version: 1 },
  });
  for (const _ of [1, 2]) await sweep();
  expect(await titles()).toEqual([]);
  expect((await start.agent(connectedCalendar.get)).data.calendar).toMatchObject({ state: "ok", deleted: 1 });
  await start.agent(meetings.cancel, { params: { id }, body: {} });
  await sweep();
  expect((await start.agent(connectedCalendar.get)).data.calendar).toMatchObject({ deleted: 0 });
});

test("what the provider refuses is tried again once it says something else", async () => {
  const { id, customer } = await hold(start.agent, wallTime(start.day));
  app.jobs.queued.length = 0;
  await syncCalendar(serverWith({ write: async () => ({ kind: "refused", why: "400" }) as const }), person());
  await sweep();
  expect((await start.agent(connectedCalendar.get)).data.calendar).toMatchObject({ state: "ok", refused: 1 });
  const draft = { title: "Shorter", type: 1, customer_id: customer.id, notes: "", url: "", host_id: start.host_id };
  await start.agent(meetings.edit, { params: { id }, body: { ...draft, ...sameTime, version: 1 } });
  await app.jobs.runAll();
  expect(await titles()).toEqual(["Shorter · Ana Diaz"]);
});

describe("busy times", () => {
  const busyOf = async () =>
    (await start.agent(meetings.list, { body: { type: 1, day: start.day } })).data.busy.map(({ starts_at, ends_at }) =>
      [starts_at, ends_at].map((at) => at.slice(11, 16)),
    );

  test("are the calendar's, without our own events, and colleagues are warned of them", async () => {
    await hold(start.agent, { ...wallTime(start.day), host_id: start.host_id });
    const at = (hour: string) => new Date(`${start.day}T${hour}:00Z`);
    await app.calendarAccounts.addOwn(start.account, { title: "Dentist", start: at("17:00"), end: at("18:00") });
    await app.calendarAccounts.addOwn(start.account, { title: "Call", start: at("15:15"), end: at("16:00") });
    await app.jobs.runAll();
    expect(await busyOf()).toEqual([
      ["15:30", "16:00"],
      ["17:00", "18:00"],
    ]);
    const { message } = await hold(start.manager, { ...wallTime(start.day, "12:30 PM"), host_id: start.host_id });
    expect(message).toMatch(/is busy then in their own calendar/);
    const { rows } = await app.pool.query<{ text: string }>("select t::text as text from calendar_times t");
    for (const { text } of rows) expect(text).not.toContain("Dentist");
    await start.agent(connectedCalendar.disconnect);
    expect(await busyOf()).toEqual([]);
  });

  test("are read every quarter of an hour", async () => {
    const at = (hour: string) => new Date(`${start.day}T${hour}:00Z`);
    await app.calendarAccounts.addOwn(start.account, { title: "Dentist", start: at("17:00"), end: at("18:00") });
    await sweep();
    expect(await busyOf()).toEqual([]);
    app.clock.advance(15 * 60_000);
    await sweep();
    expect(await busyOf()).toEqual([["17:00", "18:00"]]);
  });
});
