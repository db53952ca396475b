import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Dealership, password } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { noticeJob } from "./notices.ts";
import { notifyPasswordChanged } from "./public.ts";

let app: TestApp;
let dealer: Dealership;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  dealer = await app.dealership();
});
afterEach(() => void app.mails.sent.splice(0));

const chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36";
const day = 24 * 3600 * 1000;

async function signIn(email: string, agent: string, ip = "203.0.113.7") {
  const headers = { "user-agent": agent };
  const answer = await app.http.inject({
    method: "POST",
    url: "/api/login",
    headers,
    remoteAddress: ip,
    payload: { email, password, remember_me: 0 },
  });
  expect(answer.statusCode).toBe(200);
  await app.jobs.runAll();
}

describe("a sign-in", () => {
  test("sends no mail for the first one, nor for the same browser", async () => {
    await signIn(dealer.agent, chrome);
    await signIn(dealer.agent, chrome);
    expect(app.mails.sent).toEqual([]);
  });

  test.each([
    ["another browser", "Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1", "203.0.113.7", "Safari on an iPhone"],
    ["another address", chrome, "198.51.100.4", "Chrome on Windows"],
  ])("from %s sends one mail", async (_what, agent, ip, device) => {
    await signIn(dealer.otherAgent, chrome);
    await signIn(dealer.otherAgent, agent, ip);
    await signIn(dealer.otherAgent, agent, ip);
    expect(app.mails.sent).toHaveLength(1);
    const mail = app.mails.to(dealer.otherAgent);
    expect(mail).toMatchObject({ subject: "New sign-in to your Rooftop account", headers: expect.any(Object) });
    // The member's own location is in California.
    expect(mail?.text).toMatch(new RegExp(`When: .* P[SD]T\nDevice: ${device}\nAddress: ${ip}`));
  });

  test("from a browser that was not used for 90 days sends a mail", async () => {
    await signIn(dealer.manager, chrome);
    app.clock.advance(89 * day);
    await signIn(dealer.manager, chrome);
    expect(app.mails.sent).toEqual([]);
    app.clock.advance(90 * day + 1);
    await signIn(dealer.manager, chrome);
    expect(app.mails.to(dealer.manager)).toBeDefined();
  });

  test("by someone else, or with a wrong password, does not make a browser familiar", async () => {
    await signIn(dealer.owner, chrome);
    await signIn(dealer.agent, "Firefox/143.0");
    const wrong = { email: dealer.owner, password: "wrong", remember_me: 0 };
    const headers = { "user-agent": "Firefox/143.0" };
    await app.http.inject({ method: "POST", url: "/api/login", headers, payload: wrong });
    await app.jobs.runAll();
    expect(app.mails.sent).toEqual([]);
    await signIn(dealer.owner, "Firefox/143.0");
    expect(app.mails.to(dealer.owner)).toBeDefined();
  });
});

describe("a notice", () => {
  async function enqueueNotice(email: string) {
    const { rows } = await app.pool.query("select dealer_id::int, id::int as user_id from users where email = $1", [
      email,
    ]);
    const browser = { ip: "203.0.113.7", agent: chrome };
    await app.server.within.control("test", (unit) => notifyPasswordChanged(unit, rows[0], browser));
  }

  test("that no provider accepted is retried with the same reference", async () => {
    await enqueueNotice(dealer.agent);
    const [{ data } = { data: {} }] = app.jobs.queued;
    app.mails.answerNext({ kind: "lost", why: "cut" }, { kind: "busy" });
    await expect(app.jobs.runAll()).rejects.toThrow("not taken: lost");
    await app.server.within.control("test", async (unit) => unit.enqueue(noticeJob, data as never));
    await expect(app.jobs.runAll()).rejects.toThrow("not taken: busy");
    const references = app.mails.sent.map(({ reference }) => reference);
    expect(references).toHaveLength(2);
    expect(new Set(references).size).toBe(1);
  });

  test("that was refused is not tried again", async () => {
    await enqueueNotice(dealer.agent);
    app.mails.answerNext({ kind: "refused", words: "550 No such address" });
    await app.jobs.runAll();
    expect(app.mails.sent).toHaveLength(1);
  });

  test("about somebody who may no longer sign in is not sent", async () => {
    await enqueueNotice(dealer.agent);
    await app.pool.query("update users set is_active = false where email = $1", [dealer.agent]);
    await app.jobs.runAll();
    expect(app.mails.sent).toEqual([]);
  });
});
