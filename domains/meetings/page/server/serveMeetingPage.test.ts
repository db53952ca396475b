import { afterAll, expect, test } from "vitest";
import { signedLink } from "#core/server/signedLink.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { room, sameTime, startMeetings, wallTime } from "#testing/meetings/startMeetings.ts";
import { meetings } from "../../contract.ts";

const { app, dealer, agent, hold, shown, page } = await startMeetings();
afterAll(() => app.close());

const at = (time: string) => app.clock.set(new Date(`2026-11-${time}Z`));
const botAgent = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const start = () => app.signIn(dealer.agent);

test("the page says when, lets nobody in before it is time, and then leads into the room", async () => {
  const { id, path } = await hold(agent);
  const early = await page.open(path);
  expect(early.statusCode).toBe(200);
  expect(early.payload).toContain("Tuesday, November 24 at 10:00 AM EST");
  expect(early.payload).toContain("You can join from 9:50 AM EST");
  expect(early.payload).not.toContain("meet.google.com");
  expect(early.payload).not.toContain("Trade-in");
  expect((await page.join(path)).headers.location).toBeUndefined();

  at("24T14:50:00");
  const open = await page.open(path);
  expect(open.payload).toContain("Join meeting");
  expect(open.payload).not.toContain("meet.google.com");
  const joined = await page.join(path);
  expect([joined.statusCode, joined.headers.location]).toEqual([303, room]);
  expect(await shown(await start(), id)).toMatchObject({ joined_at: "2026-11-24T14:50:00.000Z" });
  at("24T14:55:00");
  await page.join(path);
  expect(await shown(await start(), id)).toMatchObject({ joined_at: "2026-11-24T14:50:00.000Z" });

  at("24T16:00:00");
  expect((await page.open(path)).payload).toContain("This meeting is over.");
  expect((await page.join(path)).headers.location).toBeUndefined();
  at("23T13:00:00");
});

test("the page is small, without scripts, cookies and traces", async () => {
  const { path } = await hold(await start());
  const answer = await page.open(path);
  expect(Buffer.byteLength(answer.payload)).toBeLessThan(10_000);
  expect(answer.payload).not.toContain("<script");
  expect(answer.headers).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
  });
  expect(answer.headers["set-cookie"]).toBeUndefined();
});

test("who starts early lets people in, into Rooftop's own room or to a link of theirs", async () => {
  const call = await start();
  const { id, path, customer } = await hold(call, { url: "", ...wallTime("2026-11-23", "08:15 AM") });
  at("23T13:10:00");
  const own = await page.open(path);
  expect(own.payload).toContain('<script type="module" src="/meeting-room.js">');
  expect(own.payload).not.toContain("http-equiv");
  expect(own.headers["content-security-policy"]).toContain("script-src 'self'; connect-src 'self'");
  expect(own.headers["permissions-policy"]).toContain("camera=(self)");
  // Without a script there is no way in, and nothing counts as coming.
  expect((await page.join(path)).payload).toContain("Joining needs JavaScript");
  expect(await shown(call, id)).toMatchObject({ joined_at: null });
  const body = {
    title: "Trade-in",
    type: 1,
    customer_id: customer.id,
    notes: "",
    ...sameTime,
    version: 1,
  };
  await call(meetings.edit, { params: { id }, body: { ...body, url: room } });
  at("23T13:00:30");
  expect((await page.join(path)).statusCode).toBe(200);
  await call(meetings.start, { params: { id } });
  expect((await page.open(path)).payload).toContain("The meeting has started.");
  expect((await page.join(path)).headers.location).toBe(room);
});

test("a canceled meeting says so; one brought back works again", async () => {
  const call = await start();
  const { id, path } = await hold(call);
  await call(meetings.cancel, { params: { id }, body: {} });
  const cancelled = await page.open(path);
  expect([cancelled.statusCode, cancelled.payload.includes("This meeting was canceled.")]).toEqual([200, true]);
  const boss = await app.signIn(dealer.manager);
  await boss(appointments.restore, { params: { id } });
  expect((await page.open(path)).payload).toContain("You can join from");
});

test("one in person says where, and leads into no room", async () => {
  const { path } = await hold(await start(), { type: 0, ...wallTime("2026-11-23", "08:00 AM") });
  const answer = await page.open(path);
  expect(answer.payload).toContain("Your meeting");
  expect(answer.payload).not.toContain("Join meeting");
  expect((await page.join(path)).headers.location).toBeUndefined();
});

test("bots that press the button count as nobody", async () => {
  const call = await start();
  const { id, path } = await hold(call, wallTime("2026-11-23", "08:00 AM"));
  await page.join(path, { "user-agent": botAgent });
  for (let count = 0; count < 20; count++) await page.open(path);
  expect(await shown(call, id)).toMatchObject({ joined_at: null });
});

test("a new link ends the one before", async () => {
  const call = await start();
  const { id, path } = await hold(call);
  const { data } = await call(meetings.renew, { params: { id } });
  expect((await page.open(path)).statusCode).toBe(404);
  expect((await page.open(new URL(data.join_url).pathname)).statusCode).toBe(200);
});

test("nothing that anybody sends opens another page", async () => {
  const { id, path } = await hold(await start());
  const { secret } = app.server;
  const { dealer_id } = dealer;
  for (const token of [
    "",
    "x",
    "..%2f..",
    "%00",
    path.slice(3, -1),
    `${path.slice(3)}A`,
    signedLink(secret, "r", dealer_id, id, 1),
    signedLink(secret, "j", dealer_id, id),
    signedLink(secret, "j", dealer_id, id, 2),
    signedLink(secret, "j", dealer_id, id, 1, 1),
    signedLink(secret, "j", dealer_id, 999_999, 1),
    signedLink(secret, "j", 0, id, 1),
    signedLink("another key", "j", dealer_id, id, 1),
  ]) {
    const answer = await page.open(`/j/${token}`);
    expect([token, answer.statusCode]).toEqual([token, 404]);
    expect(answer.payload).toContain("This link doesn't work");
  }
  const large = await app.http.inject({ method: "POST", url: path, payload: "x".repeat(5000) });
  expect(large.statusCode).toBe(413);
});
