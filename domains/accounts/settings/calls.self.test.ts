import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { type Dealership, password } from "#testing/dealership.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { settings } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let owner: Caller;
let agent: Caller;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  dealer = await app.dealership();
  [owner, agent] = [await app.signIn(dealer.owner), await app.signIn(dealer.agent)];
});

const read = async (call: Caller) => (await call(settings.profile, { body: {} })).data;
async function audited(): Promise<string[]> {
  const sql = "select action from audit_log where dealer_id = $1 and action !~ 'sign' order by id";
  return (await app.pool.query(sql, [dealer.dealer_id])).rows.map(({ action }) => action);
}

describe("oneself", () => {
  test("the name is changed wherever it is shown", async () => {
    await agent(settings.name, { body: { first_name: " Ana ", last_name: "Díaz" } });
    expect((await agent(accounts.profile)).data).toMatchObject({
      first_name: "Ana",
      last_name: "Díaz",
      user_name_initials: "AD",
    });
  });

  test("a photo is re-encoded as a small square and served by a URL that expires", async () => {
    const made = sharp({ create: { width: 900, height: 300, channels: 3, background: "teal" } });
    const jpeg = await made
      .withExif({ IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
      .jpeg()
      .toBuffer();
    const image = `data:image/jpeg;base64,${jpeg.toString("base64")}`;
    const { data } = await agent(settings.photo, { body: { image } });
    expect(data.user_image).toMatch(/^\/files\//);
    expect((await read(agent)).user_image).toBe(data.user_image);
    const served = await app.http.inject(data.user_image);
    expect(served.headers).toMatchObject({
      "content-type": "image/webp",
      "content-disposition": "inline",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": expect.stringMatching(/^private, max-age=\d+/),
    });
    const shown = await sharp(served.rawPayload).metadata();
    expect(shown).toMatchObject({ format: "webp", width: 320, height: 320 });
    expect(shown.exif).toBeUndefined();

    const forged = data.user_image.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    expect((await app.http.inject(forged)).statusCode).toBe(404);
    expect((await app.http.inject(data.user_image.replace("/files/", "/files/z"))).statusCode).toBe(404);

    await agent(settings.photo, { body: { image } });
    expect((await app.http.inject(data.user_image)).statusCode).toBe(404);
    const { user_image } = await read(agent);
    await agent(settings.removePhoto);
    expect((await read(agent)).user_image).toBeNull();
    await expect.poll(async () => (await app.http.inject(user_image ?? "")).statusCode).toBe(404);
  });

  test("a file URL expires within two hours", async () => {
    const image = `data:image/png;base64,${(
      await sharp({ create: { width: 9, height: 9, channels: 4, background: "red" } })
        .png()
        .toBuffer()
    ).toString("base64")}`;
    const { data } = await owner(settings.photo, { body: { image } });
    app.clock.advance(3_600_000 - 1);
    expect((await app.http.inject(data.user_image)).statusCode).toBe(200);
    app.clock.advance(3_600_001);
    expect((await app.http.inject(data.user_image)).statusCode).toBe(404);
  });

  test("a new password ends every other session at once and is reported by mail", async () => {
    const second = await app.token(dealer.agent);
    const third = await app.signIn(dealer.agent);
    app.events.disconnected.splice(0);
    const next = "Harbor-lights-77";
    const body = { old_password: password, password: next, confirm_password: next };
    const changed = await agent(settings.password, { body });
    expect(changed.message).toBe("Password changed. You were signed out everywhere else.");
    await expect(third(accounts.profile)).rejects.toMatchObject({ status: 401 });
    await expect(injectedCaller(app.http, second)(accounts.profile)).rejects.toMatchObject({ status: 401 });
    expect((await agent(accounts.profile)).data.email).toBe(dealer.agent);
    expect(app.events.disconnected).toHaveLength(2);
    await expect(app.token(dealer.agent)).rejects.toMatchObject({ status: 401 });
    await app.anyone(accounts.login, { body: { email: dealer.agent, password: next, remember_me: 0 } });
    await app.jobs.runAll();
    expect(app.mails.to(dealer.agent)?.subject).toBe("Your Rooftop password was changed");
    expect(await audited()).toEqual(["changed the password"]);
  });
});

describe("sessions", () => {
  const listed = async (call: Caller) => (await call(settings.sessions)).data.sessions;

  test("are listed with device and IP, last used first", async () => {
    app.clock.advance(120_000);
    const headers = { "user-agent": "Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1" };
    const payload = { email: dealer.agent, password, remember_me: 1 };
    await app.http.inject({ method: "POST", url: "/api/login", headers, payload, remoteAddress: "203.0.113.9" });
    const [phone, current, ...more] = await listed(agent);
    expect(phone).toEqual({
      id: expect.any(Number),
      device: "Safari on an iPhone",
      ip: "203.0.113.9",
      is_current: 0,
      created_at: app.clock.now().toISOString(),
      last_used_at: app.clock.now().toISOString(),
    });
    expect(current).toMatchObject({ is_current: 1 });
    expect(more).toEqual([]);
    expect(await listed(owner)).toHaveLength(1);
  });

  test("are ended one by one, or all others at once", async () => {
    const others = [await app.signIn(dealer.agent), await app.signIn(dealer.agent), await app.signIn(dealer.agent)];
    const [first] = (await listed(agent)).filter(({ is_current }) => !is_current);
    app.events.disconnected.splice(0);
    await agent(settings.endSession, { params: { id: first?.id ?? 0 } });
    expect(app.events.disconnected).toEqual([first?.id]);
    expect(await listed(agent)).toHaveLength(3);
    await expect(agent(settings.endSession, { params: { id: first?.id ?? 0 } })).rejects.toMatchObject({ status: 404 });

    const ended = await agent(settings.endOtherSessions);
    expect(ended).toMatchObject({ message: "Signed out everywhere else", data: { ended: 2 } });
    for (const other of others) await expect(other(accounts.profile)).rejects.toMatchObject({ status: 401 });
    expect(await listed(agent)).toMatchObject([{ is_current: 1 }]);
  });

  test("of someone else are absent", async () => {
    const [own] = await listed(owner);
    await expect(agent(settings.endSession, { params: { id: own?.id ?? 0 } })).rejects.toMatchObject({ status: 404 });
    expect((await owner(accounts.profile)).data.email).toBe(dealer.owner);
  });
});
