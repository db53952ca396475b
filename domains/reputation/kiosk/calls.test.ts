import { afterAll, expect, test } from "vitest";
import type { Call } from "#core/call.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { kioskPassword, kioskPin, startKiosk } from "#testing/reputation/startKiosk.ts";
import { albanyPhone, startReviews } from "#testing/reputation/startReviews.ts";
import { reviewInvites } from "../invites/contract.ts";
import { kiosk } from "./contract.ts";

const { app, dealer, owner, manager, agent, pass } = await startReviews();
afterAll(() => app.close());
const anyone = injectedCaller(app.http);
const { username, device } = await startKiosk(owner, agent, anyone);

const view = async (token = device) => (await anyone(kiosk.view, { body: { device: token } })).data;
const agentId = (await view()).people[0]?.id ?? 0;
const draft = (more: object = {}) => ({
  device,
  member: String(agentId),
  pin: kioskPin,
  name: "Ana Ruiz",
  consent: 1,
  ...more,
});
const invite = (more: object = {}) =>
  anyone(kiosk.invite, { body: { contact: albanyPhone(), ...draft(more) } as never });
const clearLimits = () => app.pool.query("delete from rate_limits");

test("a device shows the location and whoever has a PIN, and nothing else of the business", async () => {
  expect(await view()).toEqual({
    privacy_url: expect.stringMatching(/\/legal\/dealer-.+\/privacy$/),
    terms_url: expect.stringMatching(/\/legal\/dealer-.+\/terms$/),
    business: expect.stringContaining("Dealer"),
    location: "Downtown",
    people: [{ id: agentId, name: "Agent Tester", name_initials: "AT" }],
    language: "en",
  });
});

test("an invite goes in the name of the member with the PIN, and is warned about like any other", async () => {
  const contact = albanyPhone();
  expect((await invite({ contact })).data).toMatchObject({ outcome: "sent", channel: "sms" });
  const { data } = await agent(reviewInvites.table, { body: { search: { value: contact.slice(2) } } });
  expect(data[0]).toMatchObject({ sent_by: "Agent Tester", customer_name: "Ana Ruiz" });
  expect(await invite({ contact })).toMatchObject({ status: "warning", data: { outcome: "cooldown" } });
  expect((await invite({ contact, anyway: 1 })).data.outcome).toBe("sent");
});

test("what a device got opens no other call, and nobody's session opens the kiosk's", async () => {
  const others = app.server.mountedCalls.filter(({ allow }) => allow !== "anyone");
  expect(others.length).toBeGreaterThan(100);
  for (const { method, path } of others) {
    const url = `/api${path.replace(/\{\w+\}/g, "1")}`;
    const answer = await app.http.inject({ method, url, headers: { authorization: `Bearer ${device}` } });
    expect([path, answer.statusCode]).toEqual([path, 401]);
  }
  for (const token of [await app.token(dealer.owner), await app.token(dealer.agent), "", "x".repeat(43)]) {
    await expect(view(token)).rejects.toMatchObject({ status: 401 });
    for (const call of [kiosk.unlock, kiosk.invite, kiosk.logout] as Call[])
      await expect(
        anyone(call as typeof kiosk.invite, { body: { ...draft(), device: token, contact: albanyPhone() } as never }),
      ).rejects.toMatchObject({ status: 401 });
  }
});

test("a PIN of somebody else, of another location's member or of nobody is refused the same way", async () => {
  const other = await app.signIn(dealer.otherAgent);
  await other(kiosk.setPin, { body: { pin: kioskPin } });
  const { rows } = await app.pool.query("select id from users where email = any($1)", [
    [dealer.otherAgent, dealer.manager],
  ]);
  for (const member of [...rows.map(({ id }) => Number(id)), 999_999_999]) {
    await expect(invite({ member: String(member) })).rejects.toMatchObject({
      status: 422,
      fields: { pin: "Incorrect PIN. Try again." },
    });
  }
  await expect(invite({ pin: "12345" })).rejects.toMatchObject({ status: 422 });
  await expect(invite({ pin: "٤٨٢١" })).rejects.toMatchObject({ status: 422, fields: { pin: "Enter 4 digits" } });
});

test("five wrong PINs lock it, the right one too, for 15 minutes", async () => {
  await clearLimits();
  const unlock = (pin: string) => anyone(kiosk.unlock, { body: { device, member: String(agentId), pin } });
  for (let tries = 0; tries < 5; tries += 1) await expect(unlock("0000")).rejects.toMatchObject({ status: 422 });
  await expect(unlock(kioskPin)).rejects.toMatchObject({ status: 429 });
  await clearLimits();
  await unlock(kioskPin);
});

test("of 60 PINs at once, exactly five are looked at, and everybody else is served meanwhile", async () => {
  await clearLimits();
  const stranger = await app.signIn(dealer.owner);
  for (const send of [
    (n: number) => anyone(kiosk.unlock, { body: { device, member: String(agentId), pin: String(1000 + n) } }),
    (n: number) => invite({ pin: String(1000 + n) }),
  ]) {
    await clearLimits();
    // The limit of invites comes first, and lets through more than the PINs'.
    const tries = Array.from({ length: 60 }, (_, n) =>
      send(n).then(
        () => 200,
        ({ status }) => status as number,
      ),
    );
    const others = Array.from({ length: 20 }, () => stranger(kiosk.settings).then(({ status }) => status));
    expect(await Promise.all(others)).toEqual(Array(20).fill("success"));
    const statuses = await Promise.all(tries);
    expect(statuses.filter((status) => status === 422)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(55);
    await expect(send(-1000 + Number(kioskPin))).rejects.toMatchObject({ status: 429 });
  }
  await clearLimits();
});

test("a device sends 20 invites a minute at most", async () => {
  await clearLimits();
  for (let sent = 0; sent < 20; sent += 1)
    await expect(invite({ contact: "nobody" })).rejects.toMatchObject({ status: 422 });
  for (let sent = 0; sent < 20; sent += 1) await invite({ anyway: 1 });
  await expect(invite()).rejects.toMatchObject({ status: 429 });
  await clearLimits();
});

test("a wrong password says nothing of which kiosks there are, and is counted by username too", async () => {
  const text = { status: 401, message: "Incorrect username or password." };
  await expect(
    anyone(kiosk.login, { body: { username: "kiosk-none-none", password: kioskPassword } }),
  ).rejects.toMatchObject(text);
  for (let tries = 0; tries < 10; tries += 1) {
    await app.pool.query("delete from rate_limits where key like 'kiosk.login%'");
    await expect(anyone(kiosk.login, { body: { username, password: "Wrong-1234" } })).rejects.toMatchObject(text);
  }
  await app.pool.query("delete from rate_limits where key like 'kiosk.login%'");
  await expect(anyone(kiosk.login, { body: { username, password: kioskPassword } })).rejects.toMatchObject({
    status: 429,
  });
  await clearLimits();
});

test("turning it off signs every device out, and keeps others from signing in; on again, they sign in anew", async () => {
  expect((await owner(kiosk.settings)).data).toEqual({ is_on: 1, username, devices: 1 });
  expect((await owner(kiosk.turn, { body: { is_on: 0 } })).data).toMatchObject({ is_on: 0, devices: 0 });
  await expect(view()).rejects.toMatchObject({ status: 401 });
  const login = () => anyone(kiosk.login, { body: { username: username.toUpperCase(), password: kioskPassword } });
  await expect(login()).rejects.toMatchObject({ status: 401 });
  await owner(kiosk.turn, { body: { is_on: 1 } });
  await expect(view()).rejects.toMatchObject({ status: 401 });
  const again = (await login()).data.device;
  expect((await view(again)).people).toHaveLength(1);
  expect((await owner(kiosk.changePassword, { body: { password: "Harbor-tablet-8" } })).data.username).toBe(username);
  await expect(view(again)).rejects.toMatchObject({ status: 401 });
});

test("a device signs out by itself, and after two weeks without use", async () => {
  await owner(kiosk.changePassword, { body: { password: kioskPassword } });
  const login = async () => (await anyone(kiosk.login, { body: { username, password: kioskPassword } })).data.device;
  const [one, two] = [await login(), await login()];
  await anyone(kiosk.logout, { body: { device: one } });
  await expect(view(one)).rejects.toMatchObject({ status: 401 });
  await view(two);
  await pass(15 * 86_400_000);
  await expect(view(two)).rejects.toMatchObject({ status: 401 });
  expect((await owner(kiosk.settings)).data.devices).toBe(0);
});

test("who left the location is no longer offered, and their PIN opens nothing", async () => {
  const token = (await anyone(kiosk.login, { body: { username, password: kioskPassword } })).data.device;
  await app.pool.query("update users set is_active = false where email = $1", [dealer.agent]);
  expect((await view(token)).people).toEqual([]);
  await expect(invite({ device: token })).rejects.toMatchObject({ status: 422 });
});

test("managers and agents neither see nor change the kiosk; without a password it can't be turned on", async () => {
  await expect(manager(kiosk.settings)).rejects.toMatchObject({ status: 403 });
  await expect(manager(kiosk.turn, { body: { is_on: 0 } })).rejects.toMatchObject({ status: 403 });
  const elsewhere = await app.signIn(dealer.owner, dealer.otherLocation_id);
  expect((await elsewhere(kiosk.settings)).data).toEqual({ is_on: 0, username: "", devices: 0 });
  await expect(elsewhere(kiosk.turn, { body: { is_on: 1 } })).rejects.toMatchObject({ status: 409 });
  await expect(owner(kiosk.changePassword, { body: { password: "Password1" } })).rejects.toMatchObject({
    status: 422,
  });
});
