import { afterAll, expect, test } from "vitest";
import { consent } from "#domains/customers/consent/contract.ts";
import { customerErasure, eraseWord } from "#domains/customers/erasure/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { freshPhone } from "#testing/dealership.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { freshAddress, visitorOf } from "#testing/widget/visitor.ts";
import { codeTries, sessionHours, widgetTexts } from "./rules.ts";

const { app, dealer, agent, fixture } = await startInboxTest();
afterAll(() => app.close());
const visitor = await visitorOf(app, agent);
const chatOf = async (phone: string) =>
  (await agent(inbox.chats, { params: { type: "all", offset: 0 }, body: {} })).data.allActiveChats.find(
    ({ customer }) => customer.phone === phone,
  );
const textFrom = (phone: string, body: string) => app.sms.listener.onInboundText(fixture.inbound(phone, body));

/** A visitor who wrote, with what their browser holds and the code on the phone. */
async function written(phone = freshPhone(), message = "Is the F-150 still there?") {
  const { page } = await visitor.write({ phone, message });
  await app.jobs.runAll();
  const session = /name="session" value="([\w-]+)"/.exec(page)?.[1] ?? "";
  const code = /Enter (\d{6}) there/.exec(fixture.sentTo(phone).at(-1)?.body ?? "")?.[1] ?? "";
  return { phone, page, session, code, chat_id: (await chatOf(phone))?.id ?? 0 };
}

const post = async (
  path: string,
  fields: Record<string, string>,
  from = freshAddress(),
  key = visitor.key,
  headers: Record<string, string> = {},
) => {
  const answer = await app.http.inject({
    method: "POST",
    url: `/w/${key}${path && `/${path}`}`,
    remoteAddress: from,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
  return { status: answer.statusCode, page: answer.payload, headers: answer.headers };
};
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test("the code from the text proves the phone, and the replies appear on the page as well", async () => {
  const { phone, session, code, chat_id } = await written();
  expect(code).toMatch(/^\d{6}$/);
  expect((await chatOf(phone))?.unconfirmed_since).not.toBeNull();
  const before = app.events.published.length;
  const proved = await post("code", { session, code: `${code.slice(0, 3)} ${code.slice(3)}` }, "203.0.113.9");
  expect(proved).toMatchObject({ status: 200, page: expect.stringContaining("Is the F-150 still there?") });
  expect(proved.headers["set-cookie"]).toBeUndefined();
  expect(proved.headers["cache-control"]).toBe("no-store");
  // Neither the automatic text nor its code.
  expect(proved.page).not.toContain(code);
  const chat = await chatOf(phone);
  expect(chat?.unconfirmed_since).toBeNull();
  expect(app.events.published.slice(before).map(({ event }) => event)).toContain("chat-changed");
  await fixture.send(chat_id, "Yes <b>it is</b> & waiting");
  await app.jobs.runAll();
  expect(fixture.sentTo(phone).at(-1)?.body).toBe("Yes <b>it is</b> & waiting");
  await textFrom(phone, "On my way");
  const { page } = await post("answers", { session });
  expect(page).toContain("Yes &#60;b&#62;it is&#60;/b&#62; &#38; waiting");
  expect(page).toContain("On my way");
  const { data } = await agent(consent.history, { params: { id: chat?.customer.id ?? 0 } });
  expect(data.marketable).toBe(0);
  expect(data.events.find(({ evidence }) => evidence.startsWith("Entered the code"))).toMatchObject({
    event: "granted",
    scope: "conversation",
    source: "widget",
    evidence: "Entered the code that was texted to this phone.\nAddress: 203.0.113.9",
  });
});

test("the script waits for the next reply", async () => {
  const { session, code, chat_id } = await written();
  expect((await post("answers/next", { session })).status).toBe(410);
  await post("code", { session, code });
  const first = JSON.parse((await post("answers/next", { session })).page);
  expect(first.messages).toEqual([
    { id: expect.any(String), isOurs: false, text: "Is the F-150 still there?", files: "", time: expect.any(String) },
  ]);
  const next = post("answers/next", { session, seen: first.seen });
  await fixture.send(chat_id, "It is");
  await app.jobs.runAll();
  const { messages, seen } = JSON.parse((await next).page);
  expect(messages.map(({ text, isOurs }: { text: string; isOurs: boolean }) => [text, isOurs])).toEqual([
    ["Is the F-150 still there?", false],
    ["It is", true],
  ]);
  expect(seen).not.toBe(first.seen);
});

test("a page shows only what belongs to its message: nothing older, of campaigns, deleted or of another visitor", async () => {
  const known = await fixture.chat("An older secret");
  await textFrom(known.phone, "My older answer");
  const { session, code, phone } = await written(known.phone);
  expect(phone).toBe(known.phone);
  await post("code", { session, code });
  await app.pool.query("delete from rate_limits");
  await visitor.write({ phone, message: "A stranger in the same name" });
  const sent = await fixture.send(known.chat_id, "To be deleted");
  await app.jobs.runAll();
  expect((await post("answers", { session })).page).toContain("To be deleted");
  const { rows } = await app.pool.query(
    `update messages set deleted_at = now() where dealer_id = $1 and chat_id = $2 and message = 'To be deleted' returning id`,
    [dealer.dealer_id, known.chat_id],
  );
  expect(rows).toHaveLength(1);
  expect(sent).toBeDefined();
  const { page } = await post("answers", { session });
  expect(page).toContain("Is the F-150 still there?");
  expect(page).not.toMatch(/older|stranger|To be deleted|automatic/);
});

test("before the code the page shows nothing, whoever asks", async () => {
  const { session, chat_id, phone } = await written();
  await fixture.send(chat_id, "A private answer");
  await textFrom(phone, "A private text");
  await app.jobs.runAll();
  expect((await post("answers", { session })).page).not.toContain("private");
  // The phone's own text confirms the conversation for the team, but not the browser.
  expect((await chatOf(phone))?.unconfirmed_since).toBeNull();
  for (const one of ["", "x", `${session}x`, "'; --", "x".repeat(5_000)]) {
    expect(await post("answers", { session: one })).toMatchObject({ status: 410 });
    expect(await post("code", { session: one, code: "123456" })).toMatchObject({ status: 410 });
  }
});

test.each(["", "12345", "1234567", "abcdef", "<script>alert(1)</script>", "１２３４５６"])(
  "the code %j is asked for again",
  async (typed) => {
    const { session } = await written();
    const { status, page } = await post("code", { session, code: typed });
    expect(status).toBe(422);
    expect(page).toMatch(/Enter the (code|6 digits) from our text|Use at most 20 characters/);
    expect(page).toContain('aria-describedby="code-error"');
    expect(page).not.toContain("<script>alert");
  },
);

test("wrong codes end after five tries, from whichever browser", async () => {
  const { session, code, phone } = await written();
  for (let tries = 0; tries < codeTries; tries++) {
    const { status, page } = await post("code", { session, code: wrong(code) });
    expect(status).toBe(422);
    expect(page).toContain(widgetTexts.wrongCode.replace("'", "&#39;"));
  }
  expect(await post("code", { session, code })).toMatchObject({ status: 429 });
  // A second browser in the phone's name gets no other tries at the same code.
  await app.pool.query("delete from rate_limits");
  const other = await visitor.write({ phone });
  const second = /name="session" value="([\w-]+)"/.exec(other.page)?.[1] ?? "";
  expect(await post("code", { session: second, code })).toMatchObject({ status: 422 });
});

test("a code works once, for its own phone, and a proved page goes on", async () => {
  const [one, other] = [await written(), await written()];
  expect((await post("code", { session: other.session, code: one.code })).status).toBe(
    one.code === other.code ? 200 : 422,
  );
  expect((await post("code", { session: one.session, code: one.code })).status).toBe(200);
  expect((await post("code", { session: one.session, code: wrong(one.code) })).status).toBe(200);
  const again = await visitor.write({ phone: one.phone });
  const second = /name="session" value="([\w-]+)"/.exec(again.page)?.[1] ?? "";
  expect((await post("code", { session: second, code: one.code })).status).toBe(422);
  // Somebody wrote in the phone's name since, and has not proved it.
  expect((await chatOf(one.phone))?.unconfirmed_since).not.toBeNull();
});

test("a session ends after two hours, belongs to its location, and goes with the person", async () => {
  const { session, code, phone } = await written();
  await post("code", { session, code });
  const elsewhere = await visitorOf(app, await app.signIn(dealer.owner, dealer.otherLocation_id));
  expect((await post("answers", { session }, freshAddress(), elsewhere.key)).status).toBe(410);
  await app.pool.query("update widget_submissions set at = at - make_interval(hours => $2) where phone = $1", [
    phone,
    sessionHours,
  ]);
  const { status, page } = await post("answers", { session });
  expect(status).toBe(410);
  expect(page).toContain("Our replies keep coming to your phone by text");
});

test("a form that is sent twice has one session, and one that was opted out gets no code", async () => {
  const phone = freshPhone();
  const { token } = await visitor.open();
  app.clock.advance(10_000);
  const fields = { token, company: "", name: "Dana", phone, message: "Once" };
  const [first, second] = [await visitor.send(fields), await visitor.send(fields)];
  const sessionIn = ({ page }: { page: string }) => /name="session" value="([\w-]+)"/.exec(page)?.[1];
  expect(sessionIn(first)).toBe(sessionIn(second));
  expect(token).not.toContain(sessionIn(first) ?? "");
  const stopped = freshPhone();
  await textFrom(stopped, "STOP");
  await visitor.write({ phone: stopped });
  const { rows } = await app.pool.query("select count(*)::int as n from widget_codes where phone = $1", [stopped]);
  expect(rows[0].n).toBe(0);
});

test("another website's page cannot make its visitor prove a phone for somebody else's browser", async () => {
  const { session, code } = await written();
  const send = (path: string, site: string) =>
    // A frame in a sandbox has no origin.
    post(path, { session, code }, freshAddress(), visitor.key, { "sec-fetch-site": site, origin: "null" });
  for (const site of ["cross-site", "same-site"]) {
    expect((await send("code", site)).status).toBe(410);
    const { status, page } = await send("answers", site);
    expect([status, page.includes(session)]).toEqual([410, false]);
  }
  const { token } = await visitor.open();
  app.clock.advance(10_000);
  const phone = freshPhone();
  const fields = { token, company: "", name: "Dana", phone, message: "Sent by another page" };
  const sent = await post("", fields, freshAddress(), visitor.key, {
    "sec-fetch-site": "cross-site",
  });
  expect([sent.status, sent.page.includes(token)]).toEqual([422, false]);
  expect(await chatOf(phone)).toBeUndefined();
  expect((await send("code", "same-origin")).status).toBe(200);
});

test("a code that was texted before a STOP proves the phone, and lifts nothing", async () => {
  const { session, code, phone, chat_id } = await written();
  await textFrom(phone, "STOP");
  await app.jobs.runAll();
  expect((await post("code", { session, code })).status).toBe(200);
  expect((await chatOf(phone))?.customer.optin_status).toBe(0);
  const before = fixture.sentTo(phone).length;
  await fixture.send(chat_id, "Are you there?").catch(() => undefined);
  await app.jobs.runAll();
  expect(fixture.sentTo(phone)).toHaveLength(before);
  expect((await post("answers", { session })).page).not.toContain("Are you there?");
});

test("with an erased person goes what their browser could read, and the code on their phone", async () => {
  const { session, code, phone, chat_id } = await written();
  expect((await post("code", { session, code })).status).toBe(200);
  await fixture.send(chat_id, "It is still here");
  const again = await written(phone, "Me again");
  const { customer } = (await chatOf(phone)) ?? {};
  const owner = await app.signIn(dealer.owner);
  await owner(customerErasure.erase, {
    params: { id: customer?.id ?? 0 },
    body: { reason: "They asked by phone", confirmation: eraseWord },
  });
  await app.jobs.runAll();
  for (const one of [session, again.session]) {
    const { status, page } = await post("answers", { session: one });
    expect([status, page.includes("It is still here"), page.includes("Me again")]).toEqual([410, false, false]);
  }
  expect((await post("code", { session: again.session, code: again.code })).status).toBe(410);
});
