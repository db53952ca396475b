import { describe, expect, test } from "vitest";
import { accounts } from "#domains/accounts/contract.ts";
import { startConnectedCalendar } from "#testing/meetings/startConnectedCalendar.ts";
import { sameTime, wallTime } from "#testing/meetings/startMeetings.ts";
import { meetings } from "../../contract.ts";
import { syncCalendar } from "./syncCalendar.ts";

const { app, hold, shown, start, events, person, sweep, serverWith } = await startConnectedCalendar();

describe("Google Meet", () => {
  const meet = () => ({ ...wallTime(start.day), kind: "meet", url: "", host_id: start.host_id });
  const seen = async (id: number) => {
    const { kind, url, link_state } = (await shown(start.manager, id)) ?? {};
    return { kind, url, link_state };
  };

  test("its link comes with the event and is the meeting's", async () => {
    const { id, path } = await hold(start.manager, meet());
    expect(await seen(id)).toEqual({ kind: "meet", url: "", link_state: "pending" });
    await expect(start.manager(meetings.start, { params: { id } })).rejects.toMatchObject({ status: 409 });
    await app.jobs.runAll();
    const { url } = await seen(id);
    expect(url).toMatch(/^https:\/\/meet\.google\.com\/sim-/);
    expect((await start.manager(meetings.list, { body: { type: 1, day: start.day } })).data.last_url).not.toBe(url);
    expect(path).toMatch(/^\/j\//);
  });

  test("a moved meeting keeps it, and dragging doesn't lose it", async () => {
    const { id, customer } = await hold(start.manager, meet());
    await app.jobs.runAll();
    const before = await seen(id);
    const draft = {
      title: "Trade-in",
      type: 1,
      customer_id: customer.id,
      notes: "",
      host_id: start.host_id,
      kind: "meet" as const,
      url: "",
    };
    const body = { ...draft, ...wallTime(start.day, "04:00 PM"), version: 1 };
    await start.manager(meetings.edit, { params: { id }, body });
    await app.jobs.runAll();
    expect([await seen(id), (await events()).length]).toEqual([before, 1]);
  });

  test("one that is on its way is looked for until it is there", async () => {
    await app.calendarAccounts.setFault(start.account, { holds_rooms: true });
    const { id } = await hold(start.manager, meet());
    for (const _ of [1, 2]) {
      await sweep();
      expect((await seen(id)).link_state).toBe("pending");
    }
    await app.calendarAccounts.setFault(start.account, { holds_rooms: false });
    await sweep();
    expect(await seen(id)).toMatchObject({ link_state: "ready", url: expect.stringMatching(/^https:/) });
    const { rows } = await app.pool.query("select room_requests from calendar_events where appointment_id = $1", [id]);
    expect(rows).toEqual([{ room_requests: 1 }]);
  });

  test("one that doesn't come fails, and is asked for anew with the next change", async () => {
    await app.calendarAccounts.setFault(start.account, { holds_rooms: true });
    const { id, customer } = await hold(start.manager, meet());
    await sweep();
    app.clock.advance(11 * 60_000);
    await sweep();
    expect((await seen(id)).link_state).toBe("failed");
    await app.calendarAccounts.setFault(start.account, { holds_rooms: false });
    const draft = {
      title: "Again",
      type: 1,
      customer_id: customer.id,
      notes: "",
      host_id: start.host_id,
      kind: "meet" as const,
      url: "",
    };
    await start.manager(meetings.edit, { params: { id }, body: { ...draft, ...sameTime, version: 1 } });
    await app.jobs.runAll();
    expect((await seen(id)).link_state).toBe("ready");
  });

  test("an address that no browser may be led to is none", async () => {
    const { id } = await hold(start.manager, meet());
    app.jobs.queued.length = 0;
    const hostile = serverWith({
      write: async () => ({
        kind: "written",
        etag: "1",
        room: { state: "ready", url: "javascript:alert(1)" },
      }),
    });
    await syncCalendar(hostile, person());
    expect(await seen(id)).toEqual({ kind: "meet", url: "", link_state: "failed" });
  });

  test("it needs a host who is connected", async () => {
    const mine = (await start.manager(accounts.profile)).data.id;
    const wrong = hold(start.manager, { ...meet(), host_id: mine });
    await expect(wrong).rejects.toMatchObject({ status: 422, fields: { kind: expect.stringMatching(/host/) } });
    await expect(hold(start.manager, { ...meet(), kind: "zoom" })).rejects.toMatchObject({ status: 422 });
    expect((await start.manager(meetings.list, { body: { type: 1, day: start.day } })).data.meet_hosts).toEqual([
      start.host_id,
    ]);
    await app.calendarAccounts.setFault(start.account, { is_revoked: true });
    const { id } = await hold(start.manager, meet());
    await sweep();
    expect((await seen(id)).link_state).toBe("failed");
    expect((await start.manager(meetings.list, { body: { type: 1, day: start.day } })).data.meet_hosts).toEqual([]);
    await expect(hold(start.manager, { ...meet(), ...wallTime(start.day, "05:00 PM") })).rejects.toMatchObject({
      status: 422,
    });
  });

  test("a link of one's own takes its place, and a meeting in person has none", async () => {
    const { id, customer } = await hold(start.manager, meet());
    await app.jobs.runAll();
    const draft = { title: "Trade-in", customer_id: customer.id, notes: "", host_id: start.host_id };
    const url = "https://zoom.us/j/1";
    await start.manager(meetings.edit, { params: { id }, body: { ...draft, ...sameTime, type: 1, url, version: 1 } });
    await app.jobs.runAll();
    expect(await seen(id)).toEqual({ kind: "link", url, link_state: "ready" });
    expect((await events())[0]?.location).toBe(url);
    const { id: other } = await hold(start.manager, { ...meet(), ...wallTime(start.day, "05:00 PM"), type: 0 });
    expect((await shown(start.manager, other))?.kind).not.toBe("meet");
  });
});
