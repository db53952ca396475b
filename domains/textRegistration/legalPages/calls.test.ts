import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { freshPhone } from "#testing/dealership.ts";
import { hostileTexts } from "#testing/hostileTexts.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { freshAddress, visitorOf } from "#testing/widget/visitor.ts";
import { legalPages } from "./contract.ts";
import { confirmationText, consentWords, legalEdition } from "./rules.ts";

const { app, dealer, agent, fixture } = await startInboxTest();
afterAll(() => app.close());
const owner = await app.signIn(dealer.owner);
const { data: pages } = await owner(legalPages.show);
const { rows: named } = await app.pool.query("select business_name from dealers where id = $1", [dealer.dealer_id]);
const business: string = named[0].business_name;
const path = (url: string) => new URL(url).pathname;
const texts = path(pages.texts_url);

const open = async (url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers });
const tokenIn = (page: string) => /name="token" value="([^"]+)"/.exec(page)?.[1] ?? "";
const locationIn = (page: string, title: string) =>
  new RegExp(`<option value="([^"]+)">${title}<`).exec(page)?.[1] ?? "";

async function post(fields: Record<string, string>, { url = texts, from = freshAddress(), headers = {} } = {}) {
  const answer = await app.http.inject({
    method: "POST",
    url,
    remoteAddress: from,
    headers: { "content-type": "application/x-www-form-urlencoded", "user-agent": "Visitor/1.0", ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
  return { status: answer.statusCode, page: answer.payload, retryAfter: answer.headers["retry-after"] };
}

/** Fills the form in as a person does, at the first location unless another is named. */
async function signUp(fields: Record<string, string>, options: Parameters<typeof post>[1] = {}, title = "Downtown") {
  const { payload } = await open(options.url ?? texts);
  app.clock.advance(10_000);
  const person = { first_name: "Dana", last_name: "Fox", consent: "1", company: "" };
  return post({ token: tokenIn(payload), location: locationIn(payload, title), ...person, ...fields }, options);
}

const textFrom = (phone: string, body: string) => app.sms.listener.onInboundText(fixture.inbound(phone, body));
const chatOf = async (phone: string, call: Caller = agent) =>
  (await call(inbox.chats, { params: { type: "all", offset: 0 }, body: {} })).data.allActiveChats.find(
    ({ customer }) => customer.phone === phone,
  );
const consentOf = async (id: number) => (await agent(consent.history, { params: { id } })).data;
const storedFor = async (phone: string) =>
  (await app.pool.query("select count(*)::int as n from widget_submissions where phone = $1", [phone])).rows[0].n;

describe("the pages", () => {
  test("say who the business is and what reviewers look for, and add the owner's words", async () => {
    await app.pool.query(
      `insert into carrier_profiles (dealer_id, brand_name, legal_name, website, email, street, city, state, zip, phone, ein_last4)
       values ($1, 'Lopez Motors', 'Lopez Auto Group, LLC', 'https://lopez.example', 'hello@lopez.example', '5 Elm St', 'Reno', 'NV', '89501', '+17755550100', '4821')`,
      [dealer.dealer_id],
    );
    const body = { privacy: "We keep service records for 7 years.", terms: "<b>Ask Dana</b>" };
    expect((await owner(legalPages.change, { body })).data).toMatchObject({ ...body, saved_at: expect.any(String) });
    const privacy = (await open(path(pages.privacy_url))).payload;
    for (const words of [
      "Lopez Motors",
      "Lopez Auto Group, LLC",
      "5 Elm St",
      "mailto:hello@lopez.example",
      dealer.number,
    ])
      expect(privacy).toContain(words);
    expect(privacy).toContain("We keep service records for 7 years.");
    // The representative's own phone and the tax number are nobody's business.
    expect(privacy).not.toMatch(/7755550100|4821/);
    const terms = (await open(path(pages.terms_url))).payload;
    expect(terms).toContain("&#60;b&#62;Ask Dana");
    expect(terms).toContain(`href="${pages.privacy_url}"`);
    const { rows } = await app.pool.query("select detail from audit_log where action = 'changed the legal pages of'");
    expect(rows).toEqual([{ detail: { privacy_characters: 36, terms_characters: 15 } }]);
    await app.pool.query("delete from carrier_profiles where dealer_id = $1", [dealer.dealer_id]);
  });

  test("run nothing, are kept by no cache, and are found by no search engine", async () => {
    for (const url of [pages.privacy_url, pages.terms_url, pages.texts_url].map(path)) {
      const { headers, payload, statusCode } = await open(url);
      expect(statusCode).toBe(200);
      const policy = String(headers["content-security-policy"]);
      expect(policy).toMatch(
        /^default-src 'none'; style-src 'nonce-[\w-]+'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'/,
      );
      expect(payload).not.toMatch(/<script|<img|style=/);
      expect(headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
      expect(headers["set-cookie"]).toBeUndefined();
      expect(Buffer.byteLength(payload)).toBeLessThan(16_000);
    }
  });

  test("are found by their own address alone", async () => {
    const slug = path(pages.privacy_url).split("/")[2] ?? "";
    const changed = slug.slice(0, -1) + (slug.endsWith("0") ? "1" : "0");
    const unknown = [
      changed,
      slug.replace(/-[^-]+$/, ""),
      String(dealer.dealer_id),
      slug.toUpperCase(),
      "%00",
      "..%2f..",
      "a".repeat(500),
    ];
    const answers = await Promise.all([
      ...unknown.map((one) => open(`/legal/${one}/privacy`)),
      open(`/legal/${slug}/imprint`),
      open(`/legal/${slug}`),
      open("/legal/"),
    ]);
    const bodies = answers.map(
      ({ payload, statusCode }) => `${statusCode} ${payload.replaceAll(/nonce="[^"]*"/g, "")}`,
    );
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toMatch(/^404 .*This link doesn/s);
    expect((await post({}, { url: `/legal/${changed}/texts` })).status).toBe(404);
    expect((await post({}, { url: path(pages.terms_url) })).status).toBe(404);
  });

  test("keep their address when the business is renamed, and every business has its own", async () => {
    expect(texts).toMatch(/^\/legal\/dealer-[\d-]+-[0-9a-f]{10}\/texts$/);
    await app.pool.query("update dealers set business_name = 'Renamed & Sons' where id = $1", [dealer.dealer_id]);
    const renamed = await open(texts);
    expect(renamed.payload).toContain("Get texts from Renamed &#38; Sons");
    await app.pool.query("update dealers set business_name = $2 where id = $1", [dealer.dealer_id, business]);
    const other = await app.dealership();
    const { data } = await (await app.signIn(other.owner))(legalPages.show);
    expect(data.texts_url).not.toBe(pages.texts_url);
    const { rows } = await app.pool.query(
      "insert into dealers (business_name) values ('Café Müller’s 日本 ') returning id",
    );
    const { rows: slugs } = await app.pool.query("select slug from legal_pages where dealer_id = $1", [rows[0].id]);
    expect(slugs[0].slug).toMatch(/^cafe-mullers-[0-9a-f]{10}$/);
  });

  test("of the platform say how its members agree, and take no sign-up", async () => {
    await app.pool.query("insert into dealers (id, business_name) values (0, 'Rooftop') on conflict do nothing");
    const { rows } = await app.pool.query("select slug from legal_pages where dealer_id = 0");
    const url = `/legal/${rows[0].slug}/texts`;
    const { payload } = await open(url);
    expect(payload).toContain("Texts from Rooftop");
    expect(payload).toContain("sign-in codes");
    expect(payload).not.toContain("<form");
    expect((await open(`/legal/${rows[0].slug}/terms`)).payload).toContain("Program: Rooftop text messages");
    expect((await post({ first_name: "A", last_name: "B", phone: freshPhone(), consent: "1" }, { url })).status).toBe(
      409,
    );
  });
});

describe("the picture", () => {
  test("shows the form as a PNG, is cached, and is limited by address", async () => {
    const from = freshAddress();
    const get = (headers: Record<string, string> = {}) =>
      app.http.inject({ url: path(pages.picture_url), remoteAddress: from, headers });
    const first = await get();
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({ "content-type": "image/png", "cache-control": "public, max-age=300" });
    const { format, width = 0, height = 0 } = await sharp(first.rawPayload).metadata();
    expect([format, width]).toEqual(["png", 1280]);
    expect(height).toBeGreaterThan(900);
    expect((await get({ "if-none-match": String(first.headers.etag) })).statusCode).toBe(304);
    const answers = await Promise.all(Array.from({ length: 60 }, () => get()));
    expect(answers.at(-1)?.statusCode === 429 || answers.some(({ statusCode }) => statusCode === 429)).toBe(true);
    expect((await app.http.inject({ url: path(pages.picture_url), remoteAddress: freshAddress() })).statusCode).toBe(
      200,
    );
  });
});

describe("signing up", () => {
  test("asks the phone to confirm, and counts once it says YES, with the words and the edition as proof", async () => {
    const phone = freshPhone();
    const { status, page } = await signUp({ phone: phone.slice(2) }, { from: "203.0.113.9" });
    expect(status).toBe(200);
    expect(page).toContain("Check your phone");
    await app.jobs.runAll();
    expect(fixture.sentTo(phone).map(({ body }) => body)).toEqual([confirmationText(business)]);
    const chat = await chatOf(phone);
    expect(chat).toMatchObject({
      customer: { first_name: "Dana", last_name: "Fox" },
      unconfirmed_since: expect.any(String),
      waiting_since: null,
    });
    const id = chat?.customer.id ?? 0;
    const requested = {
      event: "requested",
      scope: "marketing",
      source: "form",
      words: consentWords(business),
      evidence: `Form: ${pages.texts_url}\nEdition: ${legalEdition.version}\nName: Dana Fox\nAddress: 203.0.113.9\nBrowser: Visitor/1.0`,
    };
    const before = await consentOf(id);
    expect([before.state, before.marketable]).toEqual(["unknown", 0]);
    expect(before.events).toEqual([expect.objectContaining(requested)]);
    await textFrom(phone, "YES");
    const after = await consentOf(id);
    expect([after.state, after.marketable]).toEqual(["granted", 1]);
    expect(after.events[0]).toMatchObject({
      event: "granted",
      source: "form",
      words: consentWords(business),
      evidence: "Answered YES from this phone.",
    });
    expect((await chatOf(phone))?.unconfirmed_since).toBeNull();
  });

  test("without the box nothing is stored, and the field says so", async () => {
    const phone = freshPhone();
    const { status, page } = await signUp({ phone, consent: "" });
    expect(status).toBe(422);
    expect(page).toContain('id="consent-error">Check this box to agree to get our texts');
    expect(page).toMatch(/id="consent"[^>]*aria-invalid="true" aria-describedby="consent-error"/);
    expect(page).not.toMatch(/id="consent"[^>]* checked/);
    expect(page).toContain('value="Dana"');
    expect(await storedFor(phone)).toBe(0);
    expect(await chatOf(phone)).toBeUndefined();
    await app.jobs.runAll();
    expect(fixture.sentTo(phone)).toEqual([]);
  });

  test("names what is missing, each at its field", async () => {
    const { page } = await signUp({ first_name: "", last_name: " ", phone: "123", location: "", consent: "" });
    for (const words of [
      "Enter your first name",
      "Enter your last name",
      "Enter a 10-digit US phone number",
      "Select a location",
      "Check this box",
    ])
      expect(page).toContain(words);
  });

  test("belongs to the chosen location, and one of another business is none", async () => {
    const phone = freshPhone();
    expect((await signUp({ phone }, {}, "Airport")).status).toBe(200);
    expect(await chatOf(phone)).toBeUndefined();
    const elsewhere = await app.signIn(dealer.owner, dealer.otherLocation_id);
    expect(await chatOf(phone, elsewhere)).toBeDefined();
    const other = await app.dealership();
    const { data } = await (await app.signIn(other.owner))(legalPages.show);
    const foreign = locationIn((await open(path(data.texts_url))).payload, "Downtown");
    const { status, page } = await signUp({ phone: freshPhone(), location: foreign });
    expect([status, page.includes("Select a location")]).toEqual([422, true]);
    expect((await signUp({ phone: freshPhone(), location: String(dealer.location_id) })).status).toBe(422);
  });

  test("a phone gets one automatic text in 24 hours, from this form and the widget together", async () => {
    const phone = freshPhone();
    const visitor = await visitorOf(app, agent);
    await visitor.write({ phone });
    expect((await signUp({ phone })).status).toBe(200);
    expect((await signUp({ phone }, {}, "Airport")).status).toBe(200);
    await app.jobs.runAll();
    expect(fixture.sentTo(phone)).toHaveLength(1);
  });

  test("a form that is sent twice is one sign-up, at once, too", async () => {
    const phone = freshPhone();
    const { payload } = await open(texts);
    app.clock.advance(10_000);
    const person = { first_name: "Dana", last_name: "Fox", phone, consent: "1", company: "" };
    const fields = { token: tokenIn(payload), location: locationIn(payload, "Downtown"), ...person };
    await Promise.all(Array.from({ length: 3 }, () => post(fields)));
    expect(await storedFor(phone)).toBe(1);
    await app.jobs.runAll();
    expect(fixture.sentTo(phone)).toHaveLength(1);
  });

  test("an opted-out phone isn't texted, stays opted out, and its visitor reads what everyone reads", async () => {
    const [phone, other] = [freshPhone(), freshPhone()];
    await textFrom(phone, "STOP");
    await app.jobs.runAll();
    const before = fixture.sentTo(phone).length;
    const [shown, usual] = [await signUp({ phone }), await signUp({ phone: other })];
    const withoutPhone = ({ page }: { page: string }) =>
      page.replace(/\(\d{3}\) \d{3}-\d{4}/, "").replaceAll(/nonce="[^"]+"/g, "");
    expect(withoutPhone(shown)).toBe(withoutPhone(usual));
    await app.jobs.runAll();
    expect(fixture.sentTo(phone)).toHaveLength(before);
    expect((await chatOf(phone))?.customer.optin_status).toBe(0);
  });

  test("the name that was typed changes no known customer, and is in no text", async () => {
    const known = await fixture.chat("Your car is ready");
    const { page } = await signUp({ phone: known.phone, first_name: "<b>Somebody", last_name: "Else" });
    expect(page).not.toMatch(/Cara|Moss|ready|Somebody/);
    await app.jobs.runAll();
    expect((await chatOf(known.phone))?.customer).toMatchObject({ first_name: "Cara", last_name: "Moss" });
    expect(fixture.sentTo(known.phone).at(-1)?.body).toBe(confirmationText(business));
  });

  test("a form shown under other words is shown again before it counts", async () => {
    const { payload } = await open(texts);
    app.clock.advance(10_000);
    await app.pool.query("update dealers set business_name = 'Bought by Others' where id = $1", [dealer.dealer_id]);
    const phone = freshPhone();
    const person = { first_name: "Dana", last_name: "Fox", phone, consent: "1", company: "" };
    const { status, page } = await post({
      token: tokenIn(payload),
      location: locationIn(payload, "Downtown"),
      ...person,
    });
    await app.pool.query("update dealers set business_name = $2 where id = $1", [dealer.dealer_id, business]);
    expect([status, await storedFor(phone)]).toEqual([422, 0]);
    expect(page).toContain("Bought by Others");
  });

  test("a business without a number shows the form and takes nothing", async () => {
    const other = await app.dealership();
    await app.pool.query("delete from phone_numbers where dealer_id = $1", [other.dealer_id]);
    const { data } = await (await app.signIn(other.owner))(legalPages.show);
    const { payload } = await open(path(data.texts_url));
    expect(payload).toContain("<fieldset disabled>");
    const phone = freshPhone();
    expect((await signUp({ phone }, { url: path(data.texts_url) })).status).toBe(409);
    expect(await storedFor(phone)).toBe(0);
  });
});

describe("what no person sends", () => {
  const refused = async (fields: Record<string, string>, options: Parameters<typeof post>[1] = {}) => {
    const phone = freshPhone();
    const { status } = await signUp({ phone, ...fields }, options);
    expect(await storedFor(phone)).toBe(0);
    return status;
  };

  test("is refused: the hidden field, a form of another website, a foreign token, one that is too fast or too old", async () => {
    expect(await refused({ company: "Acme" })).toBe(422);
    expect(await refused({}, { headers: { "sec-fetch-site": "cross-site" } })).toBe(422);
    expect(await refused({}, { headers: { "sec-fetch-site": "same-site" } })).toBe(422);
    expect(await refused({ token: "" })).toBe(422);
    const other = await app.dealership();
    const { data } = await (await app.signIn(other.owner))(legalPages.show);
    expect(await refused({ token: tokenIn((await open(path(data.texts_url))).payload) })).toBe(422);
    const phone = freshPhone();
    const { payload } = await open(texts);
    const fields = { token: tokenIn(payload), location: locationIn(payload, "Downtown"), company: "", consent: "1" };
    const person = { ...fields, first_name: "Dana", last_name: "Fox", phone };
    expect((await post(person)).status).toBe(422);
    app.clock.advance(3 * 3_600_000);
    expect((await post(person)).status).toBe(422);
    expect(await storedFor(phone)).toBe(0);
  });

  test("is shown again as text", async () => {
    for (const text of hostileTexts.filter((_, at) => at % 4 === 0)) {
      const { status, page } = await signUp({
        first_name: text,
        last_name: text,
        phone: text.slice(0, 40),
        location: text,
      });
      expect(status).toBe(422);
      expect(page).not.toMatch(/<script|<img|<svg|<iframe|<video|<details|<math|<body on/);
      expect((await signUp({ token: text, phone: freshPhone() })).page).not.toContain(text);
    }
  });

  const form = "application/x-www-form-urlencoded";
  test.each([
    ["100 kB of a name", form, `first_name=${"x".repeat(100_000)}`, 413],
    ["repeated fields", form, "first_name=a&first_name=b&consent=1&consent=0&phone=1&phone=2", 422],
    ["broken escapes", form, "first_name=%&phone=%zz&last_name=%c3%28", 422],
    ["a zero byte", form, "first_name=a%00b&phone=9095550101&consent=%00", 422],
    ["a field of the prototype", form, "__proto__=x&constructor=y&first_name=a", 422],
    ["JSON", "application/json", '{"first_name":{"$ne":1},"phone":[],"consent":{}}', 422],
    ["nothing", form, "", 422],
  ])("%s is answered calmly", async (_what, type, payload, status) => {
    const answer = await app.http.inject({ method: "POST", url: texts, headers: { "content-type": type }, payload });
    expect(answer.statusCode).toBe(status);
  });

  test("a flood is slowed down by address, by phone and by location", async () => {
    await app.pool.query("delete from rate_limits");
    const from = freshAddress();
    const statuses: number[] = [];
    for (let at = 0; at < 6; at++) statuses.push((await signUp({ phone: freshPhone() }, { from })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const phone = freshPhone();
    const same: number[] = [];
    for (let at = 0; at < 4; at++) same.push((await signUp({ phone })).status);
    expect(same).toEqual([200, 200, 200, 429]);
    const { retryAfter, page } = await signUp({ phone });
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(page).toContain("Try again later");
  });
});

test("only the owner reads and changes what is added, and no more than fits", async () => {
  const manager = await app.signIn(dealer.manager);
  await expect(manager(legalPages.show)).rejects.toMatchObject({ status: 403 });
  const body = { privacy: "x".repeat(2001), terms: "" };
  await expect(owner(legalPages.change, { body })).rejects.toMatchObject({ status: 422 });
});
