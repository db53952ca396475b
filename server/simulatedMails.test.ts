import type pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { suppressedAddresses } from "#domains/marketing/consent/server/public.ts";
import { mailSender } from "#domains/marketing/sender/contract.ts";
import { sendMarketingEmail } from "#domains/marketing/sender/server/public.ts";
import { systemClock } from "#ports/clock/system.ts";
import { createSimulatedEmail, type SimulatedEmail } from "#ports/email/simulator.ts";
import { inTime } from "#testing/deadlines.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";

/* The simulator's mailboxes answer as real ones do, and the app reads it as it reads those. */

let app: TestApp;
let email: SimulatedEmail;
let dealer: Dealership;

beforeAll(async () => {
  const query = (...words: unknown[]) => (app.pool.query as (...words: unknown[]) => unknown)(...words);
  const log = pino({ level: "silent" });
  email = createSimulatedEmail({ pool: { query } as pg.Pool, clock: systemClock, log, from: "mail@rooftop.test" });
  app = await startTestApp({ email });
});
afterAll(async () => {
  await email.stop();
  await app.close();
});
beforeEach(async () => {
  dealer = await app.dealership();
  const body = { from_name: "Harbor", reply_to: "", postal_address: "12 Pier St, Albany, NY 12207" };
  await (await app.signIn(dealer.owner))(mailSender.change, { params: { id: dealer.location_id }, body });
});

async function send(to: string) {
  const content = { subject: "Winter tires", html: "<p>Sale</p>", text: "Sale" };
  const { dealer_id, location_id } = dealer;
  const outcome = await sendMarketingEmail(app.server, { dealer_id, location_id, to, content });
  const { rows } = await app.pool.query<{ id: string }>('select max(id) as id from simulated_mails where "to" = $1', [
    to,
  ]);
  return { outcome, id: Number(rows[0]?.id) };
}

const reasonOf = async (to: string) =>
  (await app.server.within.business(dealer, "test", ({ db }) => suppressedAddresses(db, dealer.dealer_id, [to]))).get(
    to,
  );

async function kindsOf(to: string): Promise<string[]> {
  const { rows } = await app.pool.query<{ kind: string }>(
    `select e.kind from mail_events e join mail_addresses a on a.dealer_id = e.dealer_id and a.id = e.address_id
     where a.dealer_id = $1 and a.address = $2 order by e.id`,
    [dealer.dealer_id, to],
  );
  return rows.map(({ kind }) => kind);
}

describe("a mailbox", () => {
  test.each([
    ["bounce_hard", "bounced"],
    ["complain", "complained"],
    ["out_of_office", undefined],
    ["bounce_soft", undefined],
  ] as const)("that answers with %s leaves the address %s", async (reaction, reason) => {
    const { outcome, id } = await send("ana@example.com");
    expect(outcome.kind).toBe("accepted");
    expect(await email.react(id, reaction)).toBe(true);
    expect(await reasonOf("ana@example.com")).toBe(reason);
    const { outcome: next } = await send("ana@example.com");
    expect(next.kind).toBe(reason ? "skipped" : "accepted");
  });

  test("that is full bounces softly, and at the third time is left alone", async () => {
    const { id } = await send("full@example.com");
    await vi.waitFor(async () => expect(await kindsOf("full@example.com")).toEqual(["delivered"]));
    for (let n = 0; n < 3; n++) await email.react(id, "bounce_soft");
    expect(await reasonOf("full@example.com")).toBe("bounced");
  });

  test.each([
    ["bounce@example.com", ["bounced"], "bounced"],
    ["softbounce@example.com", ["bounced"], undefined],
    ["complaint@example.com", ["delivered", "complained"], "complained"],
    ["ooto@example.com", ["delivered", "auto_replied"], undefined],
    ["success@example.com", ["delivered"], undefined],
  ])("%s answers by itself", async (to, kinds, reason) => {
    await send(to);
    await vi.waitFor(async () => expect(await kindsOf(to)).toEqual(kinds), 5_000);
    await vi.waitFor(async () => expect(await reasonOf(to)).toBe(reason), 5_000);
  });

  test("of a scanner follows every link by itself, and leaves the reader subscribed", async () => {
    const visits = vi.spyOn(app.server.http, "inject");
    await send("scanner@example.com");
    const calls = visits.mock.calls as unknown as readonly [{ method: string; url: string }][];
    const visited = () => calls.map(([call]) => call);
    const links = [/^\/u\//, /^\/legal\/[\w-]+\/privacy$/, /^\/legal\/[\w-]+\/terms$/];
    const asked = (method: string) => links.map((link) => ({ method, url: expect.stringMatching(link) }));
    await vi.waitFor(() => expect(visited()).toMatchObject([...asked("HEAD"), ...asked("GET")]));
    visits.mockRestore();
    expect(await reasonOf("scanner@example.com")).toBeUndefined();
    const { id } = await send("ana@example.com");
    expect(await email.react(id, "open")).toBe(true);
  });

  test("of an account's mail answers nothing", async () => {
    await email.send({ to: "bounce@example.com", subject: "Code", text: "1", html: "1", reference: "code-1" }, inTime);
    const { rows } = await app.pool.query("select max(id)::int as id from simulated_mails");
    expect(await email.react(rows[0].id, "bounce_hard")).toBe(false);
    expect(await email.react(999_999_999, "bounce_hard")).toBe(false);
  });

  test("of an unknown domain is refused while it is sent, and the ledger knows", async () => {
    expect((await send("ana@nowhere.invalid")).outcome.kind).toBe("refused");
    expect(await reasonOf("ana@nowhere.invalid")).toBe("bounced");
  });
});
