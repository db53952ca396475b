import { afterAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { room as ownLink, startMeetings, wallTime } from "#testing/meetings/startMeetings.ts";
import { guestOf, hostOf } from "#testing/meetings/videoRoom.ts";
import { meetingRoom } from "./contract.ts";

const { app, dealer, agent, hold } = await startMeetings();
afterAll(() => app.close());

const today = { url: "", ...wallTime("2026-11-23", "08:00 AM") };
const seat = "s".repeat(43);

const everyCall = (call: Caller, id: number) => [
  () => call(meetingRoom.show, { params: { id } }),
  () => hostOf(call, id).enter(),
  () => hostOf(call, id).exchange(seat),
  () => hostOf(call, id).admit(1),
  () => hostOf(call, id).leave(seat),
];

test("another dealer's meeting, another location's and none are absent", async () => {
  const { id } = await hold(agent, today);
  const foreign = await app.dealership();
  const callers = [
    [await app.signIn(foreign.owner), id],
    [await app.signIn(dealer.owner, dealer.otherLocation_id), id],
    [agent, 999_999_999],
  ] as const;
  for (const [call, other] of callers) {
    for (const attempt of everyCall(call, other)) await expect(attempt()).rejects.toMatchObject({ status: 404 });
  }
});

test.each([
  ["in person", { type: 0 }],
  ["at a link of the host's", { url: ownLink }],
])("a meeting %s has no room", async (_, more) => {
  const { id } = await hold(agent, { ...today, ...more });
  await expect(hostOf(agent, id).enter()).rejects.toMatchObject({
    status: 409,
    message: "This meeting doesn't take place in Rooftop's video room.",
  });
});

test("only who waits at this meeting's room is let in, by who is in it", async () => {
  const { id, path } = await hold(agent, today);
  const other = await hold(agent, { ...today, ...wallTime("2026-11-23", "08:00 AM") });
  await guestOf(app, other.path).enter();
  await guestOf(app, path).enter();
  const { rows } = await app.pool.query("select id::int, appointment_id::int from meeting_seats");
  const of = (appointment: number) => rows.find(({ appointment_id }) => appointment_id === appointment)?.id ?? 0;
  const host = hostOf(agent, id);
  await expect(host.admit(of(id))).rejects.toMatchObject({ status: 409 });
  await host.enter();
  await expect(host.admit(of(other.id))).rejects.toMatchObject({ status: 404 });
  await host.admit(of(id));
});
