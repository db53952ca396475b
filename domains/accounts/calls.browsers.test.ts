import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openBrowser, type TestBrowser } from "#testing/accounts/browser.ts";
import { differentCode, mailedCode, requireCodes, textedCode } from "#testing/accounts/secondFactor.ts";
import { type Dealership, freshPhone, password } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";

/* Nobody can lock somebody else out: strangers' attempts at an account are counted apart from its known browsers'. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

let dealer: Dealership;
beforeEach(async () => {
  dealer = await app.dealership();
});

const newPassword = "Wholly-new-1";
const wrongPassword = "Wrong-password-1";
const signIn = (browser: TestBrowser, email: string, chosen = password) =>
  browser.post("/login", { email, password: chosen });
const forgot = (browser: TestBrowser, email: string) => browser.post("/forgotPassword", { email });
const ticketIn = ({ data }: { data: unknown }) => (data as { userData: { id: string } }).userData.id;
const verify = (browser: TestBrowser, user_id: string, otp: string) =>
  browser.post("/forgotPassword/verify", { user_id, otp });
const setNew = (browser: TestBrowser, user_id: string, email: string) =>
  browser.post("/resetPassword", { user_id, email, password: newPassword });

/** A browser that has signed in to the account. */
async function knownBrowser(email: string): Promise<TestBrowser> {
  const browser = openBrowser(app);
  expect((await signIn(browser, email)).status).toBe(200);
  return browser;
}

/** Strangers at many addresses who all try the same at once. @returns how many were heard. */
async function heardStrangers(count: number, attempt: (stranger: TestBrowser) => Promise<{ status: number }>) {
  const answers = await Promise.all(Array.from({ length: count }, () => attempt(openBrowser(app))));
  return answers.filter(({ status }) => status !== 429).length;
}

const floodWithPasswords = (email: string) => heardStrangers(40, (stranger) => signIn(stranger, email, wrongPassword));

/** Requests a reset and waits until its mail was taken. */
async function requestReset(browser: TestBrowser, email: string): Promise<string> {
  const before = app.mails.sent.length;
  const answer = await forgot(browser, email);
  expect(answer.status).toBe(200);
  await vi.waitFor(() => expect(app.mails.sent.length).toBeGreaterThan(before));
  return ticketIn(answer);
}

/** The ticket of the link in the newest mail. */
const mailedTicket = (email: string) =>
  /\/forgot-password\/new-password\/[^/\s]+\/([\w-]{43})/.exec(app.mails.to(email)?.text ?? "")?.[1] ?? "";

describe("the cookie", () => {
  test("is set at a completed sign-in, opens nothing, and is out of reach of scripts and other sites", async () => {
    const browser = await knownBrowser(dealer.agent);
    expect(browser.setCookie).toMatch(
      /^known_browser=[\w-]{22}; Max-Age=34560000; Path=\/api; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect((await browser.post("/profile-settings", {})).status).toBe(401);
    const token = browser.setCookie.slice("known_browser=".length).split(";")[0] ?? "";
    const { rows } = await app.pool.query("select k::text as row, token_hash from known_browsers k");
    for (const { row, token_hash } of rows) {
      expect(row).not.toContain(token);
      expect(token_hash).toHaveLength(32);
    }
  });

  test("is set when a business registers, so that strangers can't lock out its new owner", async () => {
    const browser = openBrowser(app);
    const email = `owner${freshPhone()}@example.com`;
    const names = { first_name: "Nora", last_name: "Reyes", business_name: "Reyes Motors" };
    const passwords = { password, confirm_password: password };
    const answer = await browser.post("/register", {
      ...names,
      ...passwords,
      email,
      phone: "9095550123",
      zip: "92335",
    });
    expect(answer.status).toBe(200);
    expect(browser.setCookie).toMatch(/^known_browser=/);
    await floodWithPasswords(email);
    expect((await signIn(openBrowser(app), email)).status).toBe(429);
    expect((await signIn(browser, email)).status).toBe(200);
  });

  test("is not set before the second factor, nor by a refused sign-in", async () => {
    await requireCodes(app, dealer.dealer_id, { [dealer.owner]: freshPhone() });
    const browser = openBrowser(app);
    expect((await signIn(browser, dealer.owner)).status).toBe(200);
    expect((await signIn(browser, dealer.agent, wrongPassword)).status).toBe(401);
    expect(browser.setCookie).toBe("");
  });

  test("serves several accounts, stays after signing out, and is replaced when it was made up", async () => {
    const browser = await knownBrowser(dealer.agent);
    const first = browser.setCookie;
    const { data } = await signIn(browser, dealer.manager);
    expect((await browser.post("/logout", {}, String(data?.access_token))).status).toBe(200);
    expect(browser.setCookie).toBe(first);
    await floodWithPasswords(dealer.agent);
    await floodWithPasswords(dealer.manager);
    expect((await signIn(browser, dealer.agent)).status).toBe(200);
    expect((await signIn(browser, dealer.manager)).status).toBe(200);

    const headers = { cookie: "other=1; known_browser=../../x; more=2" };
    const payload = { email: dealer.owner, password };
    const answer = await app.http.inject({ method: "POST", url: "/api/login", headers, payload });
    expect(answer.headers["set-cookie"]).toMatch(/^known_browser=[\w-]{22};/);
  });

  test("of the hundred last used browsers is remembered", async () => {
    const first = await knownBrowser(dealer.agent);
    for (let at = 0; at < 100; at++) {
      app.clock.advance(1000);
      await knownBrowser(dealer.agent);
    }
    const { rows } = await app.pool.query("select count(*)::int as n from known_browsers where dealer_id = $1", [
      dealer.dealer_id,
    ]);
    expect(rows).toEqual([{ n: 100 }]);
    await floodWithPasswords(dealer.agent);
    expect((await signIn(first, dealer.agent)).status).toBe(429);
  });
});

describe("passwords", () => {
  test("strangers get ten tries together, and the right person still signs in from a known browser", async () => {
    const known = await knownBrowser(dealer.agent);
    expect(await floodWithPasswords(dealer.agent)).toBe(10);
    expect((await signIn(openBrowser(app), dealer.agent)).status).toBe(429);
    expect((await signIn(known, dealer.agent)).status).toBe(200);
    expect((await signIn(openBrowser(app), dealer.agent)).status, "strangers gain nothing by it").toBe(429);
  });

  test("the known browsers of an account get ten tries together, and don't use up the strangers'", async () => {
    const browsers = [await knownBrowser(dealer.agent), await knownBrowser(dealer.agent)];
    const tries = browsers.flatMap((browser) => Array.from({ length: 15 }, () => browser));
    const answers = await Promise.all(tries.map((browser) => signIn(browser, dealer.agent, wrongPassword)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect((await signIn(openBrowser(app), dealer.agent)).status).toBe(200);
  });

  test("a browser that another account knows is a stranger", async () => {
    const other = await knownBrowser(dealer.manager);
    await floodWithPasswords(dealer.agent);
    expect((await signIn(other, dealer.agent)).status).toBe(429);
  });

  test("a new password forgets the browsers that knew the old one, but not the one that chose it", async () => {
    const [mine, other] = [await knownBrowser(dealer.agent), await knownBrowser(dealer.agent)];
    const token = String((await signIn(mine, dealer.agent)).data?.access_token);
    const change = { old_password: password, password: newPassword, confirm_password: newPassword };
    expect((await mine.post("/settings/password", change, token)).status).toBe(200);
    await floodWithPasswords(dealer.agent);
    expect((await signIn(other, dealer.agent, newPassword)).status).toBe(429);
    expect((await signIn(mine, dealer.agent, newPassword)).status).toBe(200);
  });
});

describe("codes at sign-in", () => {
  test("wrong guesses and sent codes of others, who know the password, don't stop a known browser", async () => {
    const known = await knownBrowser(dealer.owner);
    const phone = freshPhone();
    await requireCodes(app, dealer.dealer_id, { [dealer.owner]: phone });
    for (let sent = 0; sent < 20; sent++) {
      const stranger = openBrowser(app);
      const { data } = await signIn(stranger, dealer.owner);
      const guess = { otp: differentCode(textedCode(app, phone)), user_id: data?.id };
      for (let tried = 0; tried < 2; tried++) await stranger.post("/twoFAcheck", guess, String(data?.access_token));
    }
    expect((await signIn(openBrowser(app), dealer.owner)).status).toBe(429);

    const { data, status } = await signIn(known, dealer.owner);
    expect(status).toBe(200);
    const code = textedCode(app, phone);
    const late = openBrowser(app);
    await signIn(late, dealer.owner);
    const right = { otp: code, user_id: data?.id };
    expect((await known.post("/twoFAcheck", right, String(data?.access_token))).status).toBe(200);
  });
});

describe("resets", () => {
  test("strangers' requests neither make a known browser wait nor void its code", async () => {
    const known = await knownBrowser(dealer.agent);
    const before = app.mails.sent.length;
    expect(await heardStrangers(10, (stranger) => forgot(stranger, dealer.agent))).toBe(1);
    await vi.waitFor(() => expect(app.mails.sent.length, "the stranger's mail").toBe(before + 1));
    const ticket = await requestReset(known, dealer.agent);
    const code = mailedCode(app, dealer.agent);
    app.clock.advance(30_000);
    await requestReset(openBrowser(app), dealer.agent);
    expect((await verify(known, ticket, code)).status).toBe(200);
  });

  test("a known browser's requests wait as well, and don't use up the strangers'", async () => {
    const known = await knownBrowser(dealer.agent);
    await requestReset(known, dealer.agent);
    expect(await forgot(known, dealer.agent)).toMatchObject({ status: 429, retryAfter: 30 });
    await requestReset(openBrowser(app), dealer.agent);
  });

  test("guesses at a stranger's own ticket don't use up anybody else's", async () => {
    const stranger = openBrowser(app);
    const strangers = await requestReset(stranger, dealer.agent);
    const wrong = differentCode(mailedCode(app, dealer.agent));
    for (let guess = 0; guess < 31; guess++) await verify(stranger, strangers, wrong);
    expect((await verify(stranger, strangers, wrong)).status).toBe(429);
    app.clock.advance(30_000);
    const holder = openBrowser(app);
    const ticket = await requestReset(holder, dealer.agent);
    expect((await verify(holder, ticket, mailedCode(app, dealer.agent))).status).toBe(200);
  });

  test("in an hour, strangers' guesses at all tickets together are compared 25 times", async () => {
    for (const wait of [0, 30, 60, 120, 120, 120]) {
      app.clock.advance(wait * 1000);
      const stranger = openBrowser(app);
      const answer = await forgot(stranger, dealer.agent);
      if (answer.status === 429) continue;
      const ticket = ticketIn(answer);
      await vi.waitFor(() => expect(mailedTicket(dealer.agent)).not.toBe(""));
      await Promise.all(Array.from({ length: 20 }, (_, by) => verify(openBrowser(app), ticket, `00000${by % 10}`)));
    }
    const sql =
      "select coalesce(sum(tries), 0)::int as compared, count(*)::int as sent from codes where dealer_id = $1";
    const { rows } = await app.pool.query(sql, [dealer.dealer_id]);
    expect(rows[0].sent).toBe(5);
    expect(rows[0].compared).toBeLessThanOrEqual(25);
  });

  test("while strangers keep asking, the link of the newest mail leads the holder to a new password", async () => {
    for (const wait of [0, 30, 60, 120, 120]) {
      app.clock.advance(wait * 1000);
      await requestReset(openBrowser(app), dealer.agent);
    }
    const mails = app.mails.sent.filter(({ to }) => to === dealer.agent).length;
    expect(mails, "the mailbox is not flooded").toBe(5);
    const link = mailedTicket(dealer.agent);
    // The next mail may leave an hour after the first: until then the last one's link has to work.
    app.clock.advance(3600_000 - 331_000);
    const holder = openBrowser(app);
    expect(await forgot(holder, dealer.agent)).toMatchObject({
      status: 429,
      message: expect.stringContaining("If you got our last email, its link still works."),
    });
    await floodWithPasswords(dealer.agent);
    expect((await setNew(holder, link, dealer.agent)).status).toBe(200);
    expect((await signIn(holder, dealer.agent, newPassword)).status).toBe(200);
    expect((await setNew(holder, link, dealer.agent)).status, "it works once").toBe(422);
  });

  test("the link works for an hour, for its own address alone", async () => {
    await requestReset(openBrowser(app), dealer.agent);
    const link = mailedTicket(dealer.agent);
    expect((await setNew(openBrowser(app), link, dealer.manager)).status).toBe(422);
    app.clock.advance(3600_000);
    expect((await setNew(openBrowser(app), link, dealer.agent)).status).toBe(422);
  });

  test("a verified reset makes the browser known and ends every lockout", async () => {
    const holder = openBrowser(app);
    await floodWithPasswords(dealer.agent);
    const ticket = await requestReset(holder, dealer.agent);
    await verify(holder, ticket, mailedCode(app, dealer.agent));
    expect((await setNew(holder, ticket, dealer.agent)).status).toBe(200);
    expect(await floodWithPasswords(dealer.agent)).toBe(10);
    expect((await signIn(holder, dealer.agent, newPassword)).status).toBe(200);
  });

  test("with a cookie of another account, known and unknown addresses get the same answers", async () => {
    const browser = await knownBrowser(dealer.manager);
    const answers = [];
    for (const email of [dealer.agent, "nobody@example.com"]) {
      const [first, second] = [await forgot(browser, email), await forgot(browser, email)];
      answers.push([first.status, first.message, second.status, second.message, second.retryAfter]);
    }
    expect(answers[1]).toEqual(answers[0]);
  });
});
