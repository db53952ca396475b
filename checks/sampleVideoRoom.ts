import type { Caller } from "#core/client.ts";
import { meetings } from "#domains/meetings/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { guestOf, hostOf } from "#testing/meetings/videoRoom.ts";
import type { TestApp } from "#testing/testApp.ts";

/** A meeting in Rooftop's own room, with the caller and two who opened the customer's link, of whom one waits. */
export async function createVideoRoom(app: TestApp, call: Caller) {
  const customer_id = (await addCustomer(call)).id;
  const now = { timeType: "now", appointment_date: "", customTimeHours: "", customTimeMinutes: "", customTimeAmPm: "" };
  const body = { ...now, title: "Video visit", notes: "", customer_id, type: 1, kind: "room" } as const;
  const { data } = await call(meetings.add, { body: { ...body, timeType: "now" } });
  const [host, guest] = [hostOf(call, data.id), guestOf(app, new URL(data.join_url).pathname)];
  const seat = await host.enter();
  await guest.enter();
  await guest.enter();
  const { waiting, peer } = await host.exchange(seat);
  const candidate = { kind: "candidate", candidate: "candidate:1", sdpMid: "0", sdpMLineIndex: 0 } as const;
  await host.exchange(seat, { to: peer?.id ?? 0, signals: [{ ...candidate, n: 1, usernameFragment: null }] });
  return { roomMeeting: data.id, waitingGuest: waiting[0]?.id ?? 0 };
}
