import { fork } from "node:child_process";
import { once } from "node:events";
import nodemailer from "nodemailer";
import type pg from "pg";
import { pino } from "pino";
import { emailCampaigns } from "#domains/campaigns/email/contract.ts";
import { sendEmails } from "#domains/campaigns/sending/server/sendDue.ts";
import { startDue } from "#domains/campaigns/sending/server/start.ts";
import { createSmtp } from "#ports/email/smtp.ts";
import { sendsNow } from "#testing/campaigns/startCampaigns.ts";
import { addDealership } from "#testing/dealership.ts";
import { callerAt } from "#testing/samplePerson.ts";
import { benchDatabase, openBenchApp, startBenchPostgres } from "./benchInbox.ts";
import { median } from "./comparison.ts";
import { residentMb } from "./memory.ts";

/*
 * A campaign of 20,000 emails to a mail server that takes everything: from the first claim until every row has its answer,
 * durable, against nodemailer's own pool, which sends as many emails of the same content and keeps nothing.
 */

const [, , mode = "", sinkUrl = "", content = ""] = process.argv;
const people = Number(mode === "bare" ? process.env.PEOPLE : mode || 20_000);
/** Our rate over nodemailer's, and MB above rest. */
const limits = { ratio: 0.75, memory: 200 };
const template =
  '<h1>Our sale starts today, %first_name%</h1><p>See the <a href="https://shop.test/cars">cars</a> and <a href="https://shop.test/offers">offers</a>.</p>';

async function startSink() {
  const child = fork(new URL("./mailSink.mjs", import.meta.url));
  const [port] = (await once(child, "message")) as [number];
  return { url: `smtp://127.0.0.1:${port}`, close: () => child.disconnect() };
}

/** Sends all through nodemailer's pool. @returns milliseconds. */
async function sendBare(url: string, html: string): Promise<number> {
  const transport = nodemailer.createTransport({ url, pool: true, maxConnections: 3, maxMessages: 1_000 });
  const began = performance.now();
  let next = 0;
  const work = async () => {
    while (next < people) {
      const n = next++;
      const subject = `Our sale starts today, Cara ${n}`;
      await transport.sendMail({ from: "mail@rooftop.test", to: `cara${n}@example.com`, subject, text: subject, html });
    }
  };
  await Promise.all(Array.from({ length: 50 }, work));
  transport.close();
  return performance.now() - began;
}

/** The same in a process of its own. @returns seconds. */
async function bareLoop(url: string, html: string): Promise<number> {
  const env = { ...process.env, PEOPLE: String(people) };
  const child = fork(import.meta.filename, ["bare", url, html], { execArgv: [], env });
  const [milliseconds] = (await once(child, "message")) as [number];
  return milliseconds / 1_000;
}

async function fill(app: Awaited<ReturnType<typeof openBenchApp>>) {
  const { pool } = app;
  const { dealer_id, location_id, owner } = await app.server.within.control("bench", addDealership);
  const client = await pool.connect();
  await client.query("set statement_timeout = 0");
  await client.query("insert into quota_limits (dealer_id, mails) values ($1, 100000000)", [dealer_id]);
  await client.query(
    `insert into sender_settings (dealer_id, location_id, from_name, reply_to, postal_address, updated_by, updated_at)
     select dealer_id, $2, 'Harbor Auto', '', '1 Elm St, Albany, NY 12207', min(id), now() from users
     where dealer_id = $1 group by dealer_id`,
    [dealer_id, location_id],
  );
  await client.query(
    `insert into customers (dealer_id, location_id, first_name, last_name, email, phone)
     select $1, $2, 'Cara', 'No ' || n, 'cara' || n || '@example.com', '+1518' || (2000000 + n) from generate_series(1, $3::int) n`,
    [dealer_id, location_id, people],
  );
  const list = "insert into customer_lists (dealer_id, location_id, title) values ($1, $2, 'All') returning id::float8";
  const { id: list_id } = (await client.query(list, [dealer_id, location_id])).rows[0];
  await client.query(
    `insert into list_members (dealer_id, location_id, list_id, customer_id)
     select dealer_id, location_id, $2, id from customers where dealer_id = $1`,
    [dealer_id, list_id],
  );
  await client.query("vacuum analyze");
  client.release(true);
  return { owner, list_id: list_id as number };
}

const countRows = async (pool: pg.Pool, id: number, states: string) =>
  (
    await pool.query(
      "select count(*)::int as n from campaign_recipients where campaign_id = $1 and state = any(string_to_array($2, ','))",
      [id, states],
    )
  ).rows[0].n as number;

async function bench(): Promise<boolean> {
  const postgres = await startBenchPostgres();
  const sink = await startSink();
  const email = createSmtp({ url: sink.url, from: "mail@rooftop.test", log: pino({ level: "silent" }) });
  const app = await openBenchApp(await benchDatabase(postgres.url, "mailed"), { email });
  const { pool, jobServer } = app;
  const { owner, list_id } = await fill(app);
  const token = await app.signIn(owner);
  const message = { title: "Bench", email_subject: "Our sale starts today, %first_name%", campaign_template: template };
  const body = { ...sendsNow, ...message, campaign_customers_list: [list_id] };
  const { id } = (await callerAt(app.url, token)(emailCampaigns.add, { body })).data;
  await startDue(jobServer);
  const rest = residentMb(process.pid);
  let peak = rest;
  const watching = setInterval(() => (peak = Math.max(peak, residentMb(process.pid))), 100);
  const html = template.repeat(30);
  const before = await bareLoop(sink.url, html);
  const began = performance.now();
  while ((await countRows(pool, id, "pending,intended")) > 0) await sendEmails(jobServer);
  const ours = (performance.now() - began) / 1_000;
  clearInterval(watching);
  const after = await bareLoop(sink.url, html);
  const taken = await countRows(pool, id, "accepted");
  const ratio = median([before, after]) / ours;
  const figures: [name: string, value: number, isMet: boolean][] = [
    [`of nodemailer's rate (must ${limits.ratio})`, ratio, ratio >= limits.ratio],
    [`MB of memory above rest (must ${limits.memory})`, peak - rest, peak - rest <= limits.memory],
    [`of ${people} emails taken`, taken, taken === people],
  ];
  const rate = (seconds: number) => `${seconds.toFixed(1)} s (${(people / seconds).toFixed(0)} a second)`;
  console.log(`\n${people} emails: ${rate(ours)}; nodemailer ${rate(before)} and ${rate(after)}`);
  for (const [name, value] of figures) console.log(`${value.toFixed(2).padStart(9)}   ${name}`);
  await app.close();
  await email.stop();
  sink.close();
  await postgres.stop();
  return figures.every(([, , isMet]) => isMet);
}

if (mode === "bare") process.send?.(await sendBare(sinkUrl, content), () => process.disconnect());
else process.exit((await bench()) ? 0 : 1);
