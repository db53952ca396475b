import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Dealership, password } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { callerOf } from "#core/testing/signedIn.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { createRealtime } from "#ports/realtime/socketio.ts";
import { createGate } from "./session.ts";

// The connections are on a node of their own, which is told of nothing: what it does by itself is the slowest case.
const realtime = createRealtime({ log: pino({ level: "silent" }) });
let house: TestHouse;
let dealer: Dealership;
let url: string;
beforeAll(async () => {
  house = await openTestHouse();
  dealer = await house.dealership();
  await realtime.attach(house.http.server, createGate(house.server.within, house.clock));
  await house.http.listen({ host: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${(house.http.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await realtime.stop();
  await house.close();
});

const mostMs = 5_000;

/** A browser of a person that listens, with when it was sent away. */
async function listening(email: string): Promise<{ token: string; socket: Socket; gone: Promise<number> }> {
  const token = await house.token(email);
  const socket = io(url, { auth: { token }, transports: ["websocket"], reconnection: false });
  const gone = new Promise<number>((resolve) => socket.on("disconnect", () => resolve(performance.now())));
  await new Promise<void>((resolve, reject) => {
    socket.on("connect", resolve);
    socket.on("connect_error", reject);
  });
  return { token, socket, gone };
}

const fresh = "Wholly-new-1";
const endings: Record<string, (token: string) => Promise<unknown>> = {
  "signing out": (token) => callerOf(house.http, token)(accounts.logout),
  "a new password, chosen in another browser": async () => {
    const body = { old_password: password, password: fresh, confirm_password: fresh };
    await (await house.signIn(dealer.manager))(settings.password, { body });
  },
  "being deactivated": () =>
    house.pool.query("update users set is_active = false where email = $1", [dealer.otherAgent]),
};
const who = { "signing out": "agent", "being deactivated": "otherAgent" } as const;

test("what ends a session stops its token at once, and its live connection within five seconds", async () => {
  const bystander = await listening(dealer.owner);
  const delays = Object.entries(endings).map(async ([how, end]) => {
    const { token, gone } = await listening(dealer[who[how as keyof typeof who] ?? "manager"]);
    await end(token);
    const ended = performance.now();
    await expect(callerOf(house.http, token)(accounts.profile), how).rejects.toMatchObject({ status: 401 });
    expect((await gone) - ended, how).toBeLessThan(mostMs);
  });
  await Promise.all(delays);
  expect(bystander.socket.connected).toBe(true);
  bystander.socket.disconnect();
});
