import type { InjectOptions } from "fastify";
import type { Caller } from "#core/client.ts";
import { meetingRoom, type RoomExchange, type RoomNews } from "#domains/meetings/room/contract.ts";
import type { TestApp } from "#testing/testApp.ts";

/** A signal that fits the contract. */
export const candidate = (n: number) => ({
  kind: "candidate" as const,
  n,
  candidate: `candidate:${n} 1 udp 1 192.0.2.1 9 typ host`,
  sdpMid: "0",
  sdpMLineIndex: 0,
  usernameFragment: null,
});

type PartialExchange = Partial<RoomExchange>;

const asked = { after: 0, to: 0, known: "", signals: [] };

/** The customer's side, as its page reaches the server: without a session, with the path of their link. */
export function guestOf(app: Pick<TestApp, "http">, path: string) {
  const link = path.slice("/j/".length);
  const post = (to: string, payload: object, more: Partial<InjectOptions> = {}) =>
    app.http.inject({ method: "POST", url: `/j/room/${to}`, payload: { link, ...payload }, ...more } as InjectOptions);
  return {
    post,
    enter: async (seat?: string) =>
      (await post("enter", seat ? { seat } : {})).json() as { state: string; seat: string },
    exchange: async (seat: string, more: PartialExchange = {}) =>
      (await post("exchange", { seat, ...asked, ...more })).json() as RoomNews,
    leave: (seat: string) => post("leave", { seat }),
  };
}

/** A member's side. */
export const hostOf = (call: Caller, id: number) => ({
  enter: async () => (await call(meetingRoom.enter, { params: { id } })).data.seat,
  exchange: async (seat: string, more: PartialExchange = {}) =>
    (await call(meetingRoom.exchange, { params: { id }, body: { seat, ...asked, ...more } })).data,
  admit: (guest_id: number) => call(meetingRoom.admit, { params: { id }, body: { guest_id } }),
  leave: (seat: string) => call(meetingRoom.leave, { params: { id }, body: { seat } }),
});
