import { join } from "node:path";
import { simpleParser } from "mailparser";
import PostalMime from "postal-mime";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { startFakeMailServer } from "#ports/email/fakeMailServer.ts";
import { startEmailCampaigns } from "#testing/campaigns/startEmailCampaigns.ts";
import { inDepth } from "#testing/deep.ts";
import { type AppProcess, eventually, startServerProcess, starve } from "#testing/process.ts";
import { startTestApp } from "#testing/testApp.ts";

const app = await startTestApp();
const smtp = await startFakeMailServer();
afterAll(() => Promise.all([app.close(), smtp.close()]));

const people = Number(process.env.MAILS ?? inDepth(300, 60));
const killPoints = people > 1_000 ? 15 : 3;
/** Once so many have a result, the worker of the moment is killed. */
const kills = Array.from({ length: killPoints }, (_, at) => Math.floor((people * (at + 0.7)) / (killPoints + 0.6)));
/** A starved machine takes several times as long. */
const withinMs = Math.max(550_000, 150 * people);

test(
  "an email campaign survives workers that die and are suspended: nobody gets it twice, and what nobody knows is shown",
  async () => {
    const mail = await startEmailCampaigns(app);
    const { dealer_id, location_id } = mail.dealer;
    await app.pool.query("insert into quota_limits (dealer_id, mails) values ($1, 100000)", [dealer_id]);
    const list_id = await mail.list([(await mail.person()).id]);
    await app.pool.query(
      `with added as (
       insert into customers (dealer_id, location_id, first_name, last_name, email, phone)
       select $1, $2, 'Cara', n::text, 'cara' || n || '@example.com', '+1518' || (2000000 + n) from generate_series(2, $4::int) n
       returning id)
     insert into list_members (dealer_id, location_id, list_id, customer_id) select $1, $2, $3, id from added`,
      [dealer_id, location_id, list_id, people],
    );
    const id = await mail.add({ campaign_customers_list: [list_id] });
    const env = {
      NODE_COMPILE_CACHE: join(import.meta.dirname, "../.cache/compiled"),
      DATABASE_URL: app.pools.people.options.connectionString ?? "",
      SMTP_URL: smtp.url,
      PUBLIC_URL: "https://rooftop.test",
      TIME: JSON.stringify({ at: Date.now(), shows: app.clock.now().getTime(), factor: 60 }),
      TIMEOUT: "1000",
    };
    const settled = async () => {
      const count =
        "select count(*)::int from campaign_recipients where campaign_id = $1 and state in ('accepted', 'unknown')";
      return (await app.pool.query<{ count: number }>(count, [id])).rows[0]?.count ?? 0;
    };
    const start = () => startServerProcess(["testing/campaigns/mailWorker.ts"], env);
    const began = Date.now();
    const over = new AbortController();
    let working: AppProcess[] = [];
    onTestFinished(async () => {
      over.abort();
      for (const worker of working) await worker.kill();
    });
    const starving = starve(() => working, { suspendedFor: 2_000, runsFor: 2_000 }, over.signal);
    for (const count of kills) {
      const worker = await start();
      working = [worker];
      await eventually(async () => expect(await settled()).toBeGreaterThan(count), withinMs);
      await worker.kill();
    }
    const last = await start();
    working = [last];
    await eventually(async () => expect((await mail.detail(id)).campaign_status).toBe("Sent"), withinMs);
    over.abort();
    const suspensions = await starving;
    await last.kill();

    const rows = await mail.rows(id);
    const seconds = Math.round((Date.now() - began) / 1_000);
    const reached = Map.groupBy(smtp.mails, ({ to }) => to.join());
    const twice = [...reached].filter(([, mails]) => mails.length > 1).map(([to]) => to);
    expect(twice).toEqual([]);
    const unknown = rows.filter(({ state }) => state === "unknown");
    const accepted = rows.filter(({ state }) => state === "accepted");
    const counted = `${accepted.length} accepted, ${unknown.length} unknown`;
    if (process.env.MAILS)
      process.stdout.write(
        `${people} emails, ${kills.length} kills, ${suspensions} suspensions, ${seconds} s: ${counted}\n`,
      );
    expect([rows.length, accepted.length + unknown.length]).toEqual([people, people]);
    expect(accepted.filter(({ address }) => !reached.has(address))).toEqual([]);
    // Two rounds at a time are on their way.
    expect(unknown.length).toBeLessThanOrEqual((kills.length + suspensions) * 50);
    const { stats } = await mail.detail(id);
    expect(stats).toMatchObject({ audience: people, handed: people, unknown: unknown.length, skipped: 0, failed: 0 });

    for (const { raw } of smtp.mails.filter((_, at) => at % 20 === 0)) {
      const [one, other] = [await PostalMime.parse(raw), await simpleParser(raw)];
      expect(one.subject).toBe(other.subject);
      expect([one.from?.name, one.from?.address]).toEqual(["Harbor Auto", other.from?.value[0]?.address]);
      const header = (name: string) => one.headers.find(({ key }) => key === name)?.value ?? "";
      expect(header("list-unsubscribe")).toMatch(/^<https:\/\/rooftop\.test\/u\//);
      expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
      expect(other.headerLines.find(({ key }) => key === "list-unsubscribe")?.line).toContain(
        "https://rooftop.test/u/",
      );
      const plain = (text: string | false | undefined) => (text || "").replace(/\s+/g, " ").trim();
      expect(plain(one.text)).toBe(plain(other.text));
      expect(plain(one.html)).toBe(plain(other.html));
    }
  },
  withinMs,
);
