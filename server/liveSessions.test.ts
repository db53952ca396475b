import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accounts } from "#domains/accounts/contract.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { createRealtime } from "#ports/realtime/socketio.ts";
import { type Dealership, password } from "#testing/dealership.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { createGate } from "./session.ts";

// A separate node that gets no disconnect message must find ended sessions by itself, which is the slowest case.
const realtime = createRealtime({ log: pino({ level: "silent" }) });
let app: TestApp;
let dealer: Dealership;
let url: string;
beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  await realtime.attach(app.http.server, createGate(app.server.within, app.clock));
  await app.http.listen({ host: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await realtime.stop();
  await app.close();
});

const limitMs = 5_000;

/** Opens a realtime connection; `disconnectedAt` resolves with the time at which the server closed it. */
async function openConnection(
  email: string,
): Promise<{ token: string; socket: Socket; disconnectedAt: Promise<number> }> {
  const token = await app.token(email);
  const socket = io(url, { auth: { token }, transports: ["websocket"], reconnection: false });
  const disconnectedAt = new Promise<number>((resolve) => socket.on("disconnect", () => resolve(performance.now())));
  await new Promise<void>((resolve, reject) => {
    socket.on("connect", resolve);
    socket.on("connect_error", reject);
  });
  return { token, socket, disconnectedAt };
}

const newPassword = "Wholly-new-1";
const endings: Record<string, (token: string) => Promise<unknown>> = {
  "signing out": (token) => injectedCaller(app.http, token)(accounts.logout),
  "a new password, chosen in another browser": async () => {
    const body = { old_password: password, password: newPassword, confirm_password: newPassword };
    await (await app.signIn(dealer.manager))(settings.password, { body });
  },
  "being deactivated": () => app.pool.query("update users set is_active = false where email = $1", [dealer.otherAgent]),
};
const emailKeys = { "signing out": "agent", "being deactivated": "otherAgent" } as const;

test("ending a session invalidates its token at once and closes its connection within five seconds", async () => {
  const bystander = await openConnection(dealer.owner);
  const delays = Object.entries(endings).map(async ([how, end]) => {
    const { token, disconnectedAt } = await openConnection(
      dealer[emailKeys[how as keyof typeof emailKeys] ?? "manager"],
    );
    await end(token);
    const endedAt = performance.now();
    await expect(injectedCaller(app.http, token)(accounts.profile), how).rejects.toMatchObject({ status: 401 });
    expect((await disconnectedAt) - endedAt, how).toBeLessThan(limitMs);
  });
  await Promise.all(delays);
  expect(bystander.socket.connected).toBe(true);
  bystander.socket.disconnect();
});
