import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Dealership, password } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { noticeJob, tellPasswordChanged } from "./public.ts";

let house: TestHouse;
let dealer: Dealership;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  dealer = await house.dealership();
});
afterEach(() => void house.mails.sent.splice(0));

const chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36";
const day = 24 * 3600 * 1000;

async function signIn(email: string, agent: string, ip = "203.0.113.7") {
  const headers = { "user-agent": agent, "x-forwarded-for": ip };
  const answer = await house.http.inject({
    ...{ method: "POST", url: "/api/login", headers, payload: { email, password, remember_me: 0 } },
  });
  expect(answer.statusCode).toBe(200);
  await house.jobs.doAll();
}

describe("a sign-in", () => {
  test("that is a person's first brings no mail, nor does one from the same browser", async () => {
    await signIn(dealer.agent, chrome);
    await signIn(dealer.agent, chrome);
    expect(house.mails.sent).toEqual([]);
  });

  test.each([
    ["another browser", "Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1", "203.0.113.7", "Safari on an iPhone"],
    ["another address", chrome, "198.51.100.4", "Chrome on Windows"],
  ])("from %s brings one mail", async (_what, agent, ip, device) => {
    await signIn(dealer.otherAgent, chrome);
    await signIn(dealer.otherAgent, agent, ip);
    await signIn(dealer.otherAgent, agent, ip);
    expect(house.mails.sent).toHaveLength(1);
    const mail = house.mails.to(dealer.otherAgent);
    expect(mail).toMatchObject({ subject: "New sign-in to your Rooftop account", headers: expect.any(Object) });
    // The member's own location is in California.
    expect(mail?.text).toMatch(new RegExp(`When: .* P[SD]T\nDevice: ${device}\nAddress: ${ip}`));
  });

  test("from a browser that was not used for 90 days brings a mail", async () => {
    await signIn(dealer.manager, chrome);
    house.clock.advance(89 * day);
    await signIn(dealer.manager, chrome);
    expect(house.mails.sent).toEqual([]);
    house.clock.advance(90 * day + 1);
    await signIn(dealer.manager, chrome);
    expect(house.mails.to(dealer.manager)).toBeDefined();
  });

  test("of somebody else, or with a wrong password, makes no browser known", async () => {
    await signIn(dealer.owner, chrome);
    await signIn(dealer.agent, "Firefox/143.0");
    const wrong = { email: dealer.owner, password: "wrong", remember_me: 0 };
    const headers = { "user-agent": "Firefox/143.0" };
    await house.http.inject({ method: "POST", url: "/api/login", headers, payload: wrong });
    await house.jobs.doAll();
    expect(house.mails.sent).toEqual([]);
    await signIn(dealer.owner, "Firefox/143.0");
    expect(house.mails.to(dealer.owner)).toBeDefined();
  });
});

describe("a notice", () => {
  async function ask(email: string) {
    const { rows } = await house.pool.query("select dealer_id::int, id::int as user_id from users where email = $1", [
      email,
    ]);
    const where = { ip: "203.0.113.7", agent: chrome };
    await house.server.within.platform("test", (unit) => tellPasswordChanged(unit, rows[0], where));
  }

  test("that was not taken is tried again under the same reference", async () => {
    await ask(dealer.agent);
    const [{ data } = { data: {} }] = house.jobs.kept;
    house.mails.answerNext({ kind: "lost", why: "cut" }, { kind: "busy" });
    await expect(house.jobs.doAll()).rejects.toThrow("not taken: lost");
    await house.server.within.platform("test", async (unit) => unit.enqueue(noticeJob, data as never));
    await expect(house.jobs.doAll()).rejects.toThrow("not taken: busy");
    const references = house.mails.sent.map(({ reference }) => reference);
    expect(references).toHaveLength(2);
    expect(new Set(references).size).toBe(1);
  });

  test("that was refused is not tried again", async () => {
    await ask(dealer.agent);
    house.mails.answerNext({ kind: "refused", words: "550 No such address" });
    await house.jobs.doAll();
    expect(house.mails.sent).toHaveLength(1);
  });

  test("about somebody who may no longer sign in is not sent", async () => {
    await ask(dealer.agent);
    await house.pool.query("update users set is_active = false where email = $1", [dealer.agent]);
    await house.jobs.doAll();
    expect(house.mails.sent).toEqual([]);
  });
});
