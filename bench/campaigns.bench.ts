import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { pino } from "pino";
import { Agent, request } from "undici";
import { sendTexts } from "#domains/campaigns/sending/server/sendDue.ts";
import { startDue } from "#domains/campaigns/sending/server/start.ts";
import { textCampaigns } from "#domains/campaigns/text/contract.ts";
import { createWorkThread } from "#server/workThread.ts";
import { sendsNow } from "#testing/campaigns/startCampaigns.ts";
import { createFastClock } from "#testing/campaigns/workerClock.ts";
import { addDealership } from "#testing/dealership.ts";
import { callerAt } from "#testing/samplePerson.ts";
import { serverArgs } from "../bin/serverArgs.mjs";
import { benchDatabase, openBenchApp, startBenchPostgres } from "./benchInbox.ts";
import { median, percentile } from "./comparison.ts";
import { ownCpuSeconds, startCpuMeter } from "./cpuTime.ts";
import { residentMb } from "./memory.ts";
import { poster } from "./poster.ts";
import type { BenchThreadData } from "./sendingThread.ts";

/*
 * A campaign of 100,000 texts to a sink that takes everything: from the first claim until every row has its answer, durable,
 * against a loop that posts the same forms with undici and keeps nothing. Meanwhile somebody reads the chat list.
 */

const [, , mode = "", url = "", token = ""] = process.argv;
const people = Number((mode === "bench" ? url : mode) || 100_000);
const limits = { seconds: 15, preparation: 20, memory: 200, slower: 5, chatList: 25 };
const account = { accountSid: `AC${"0c".repeat(16)}`, authTokens: ["bench"] as const };
const feedModule = new URL("../domains/campaigns/sending/server/sendDue.ts", import.meta.url);
const template = "Hi %first_name%, our sale starts today.";

async function startSink() {
  const child = fork(new URL("./sink.mjs", import.meta.url));
  const [port] = (await once(child, "message")) as [number];
  return { url: `http://127.0.0.1:${port}`, close: () => child.disconnect() };
}

/** Posts as many forms as the campaign has, a hundred at a time. @returns milliseconds, and seconds of the processor. */
async function postForms(sink: string, count: number) {
  const dispatcher = new Agent({ connections: 64 });
  const headers = { authorization: "Basic x", "content-type": "application/x-www-form-urlencoded" };
  const [began, cpuBefore] = [performance.now(), ownCpuSeconds()];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const n = next++;
      const form = new URLSearchParams({
        To: `+1518${2_000_000 + n}`,
        From: "+15185550100",
        StatusCallback: `https://rooftop.test/webhooks/twilio/status?m=c.1.1.${n}.1`,
        Body: "Hi Cara, our sale starts today. Reply STOP to unsubscribe from marketing messages.",
      });
      const url = `${sink}/2010-04-01/Accounts/${account.accountSid}/Messages.json`;
      const answer = await request(url, { method: "POST", dispatcher, headers, body: form.toString() });
      JSON.parse(await answer.body.text());
    }
  };
  await Promise.all(Array.from({ length: 100 }, work));
  await dispatcher.close();
  return { milliseconds: performance.now() - began, cpu: ownCpuSeconds() - cpuBefore };
}

/** The same in a process of its own, so that it takes none of the app's memory. @returns seconds: those that passed, and of the processor. */
async function bareLoop(sink: string): Promise<{ seconds: number; cpu: number }> {
  const child = fork(import.meta.filename, ["bare", sink, String(people)], { execArgv: [] });
  const [{ milliseconds, cpu }] = (await once(child, "message")) as [{ milliseconds: number; cpu: number }];
  return { seconds: milliseconds / 1_000, cpu };
}

interface BenchAudience {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly owner: string;
  readonly list_id: number;
}

async function fill(app: Awaited<ReturnType<typeof openBenchApp>>): Promise<BenchAudience> {
  const { pool } = app;
  await pool.query(
    "create table if not exists audience (dealer_id bigint, location_id bigint, owner text, list_id bigint)",
  );
  const known = "select dealer_id::float8, location_id::float8, owner, list_id::float8 from audience";
  const existing = (await pool.query<BenchAudience>(known)).rows[0];
  if (existing) return existing;
  const { dealer_id, location_id, owner } = await app.server.within.control("bench", addDealership);
  const client = await pool.connect();
  await client.query("set statement_timeout = 0");
  await client.query("insert into quota_limits (dealer_id, texts) values ($1, 100000000)", [dealer_id]);
  await client.query(
    `insert into customers (dealer_id, location_id, first_name, last_name, email, phone)
     select $1, $2, 'Cara', 'No ' || n, '', '+1518' || (2000000 + n) from generate_series(1, $3::int) n`,
    [dealer_id, location_id, people],
  );
  await client.query(
    `insert into chats (dealer_id, location_id, customer_id, chat_time) select dealer_id, location_id, id,
       now() - (id % 700 || ' hours')::interval from customers where dealer_id = $1 order by id limit 5000`,
    [dealer_id],
  );
  const list = "insert into customer_lists (dealer_id, location_id, title) values ($1, $2, 'All') returning id::float8";
  const { id: list_id } = (await client.query(list, [dealer_id, location_id])).rows[0];
  await client.query(
    `insert into list_members (dealer_id, location_id, list_id, customer_id)
     select dealer_id, location_id, $2, id from customers where dealer_id = $1`,
    [dealer_id, list_id],
  );
  await client.query("insert into audience values ($1, $2, $3, $4)", [dealer_id, location_id, owner, list_id]);
  await client.query("vacuum analyze");
  client.release(true);
  return { dealer_id, location_id, owner, list_id };
}

/**
 * Reads the chat list ten times a second until told to stop; returns the milliseconds of each. The calls before that
 * make a server that has just started as fast as one that has served for a while.
 */
async function readChats(url: string, token: string): Promise<void> {
  const { post } = poster(url, token);
  const chatList = () => post("/api/getAllChats/all/0", {});
  const times: number[] = [];
  let isOver = false;
  process.once("message", () => (isOver = true));
  for (let count = 0; count < 600; count++) await chatList();
  process.send?.("warm");
  while (!isOver) {
    const began = performance.now();
    await chatList();
    times.push(performance.now() - began);
    await pause(50);
  }
  process.send?.(times, () => process.disconnect());
}

async function readWhile<T>(url: string, token: string, work: () => Promise<T>): Promise<{ result: T; p95: number }> {
  const child = fork(import.meta.filename, ["read", url, token], { execArgv: [] });
  await once(child, "message");
  const result = await work();
  child.send("enough");
  const [times] = (await once(child, "message")) as [number[]];
  return { result, p95: percentile(times, 0.95) };
}

const openRows = async (pool: pg.Pool, id: number) =>
  (
    await pool.query(
      "select count(*)::int as n from campaign_recipients where campaign_id = $1 and state in ('pending', 'intended')",
      [id],
    )
  ).rows[0].n as number;

async function bench(): Promise<boolean> {
  const log = pino({ level: "silent" });
  const postgres = await startBenchPostgres();
  const sink = await startSink();
  // Noon in Albany, whenever this runs.
  const time = { at: Date.now(), shows: Date.parse("2026-11-24T17:00:00Z"), factor: 1 };
  const database = await benchDatabase(postgres.url, `audience_${people}`);
  const thread = createWorkThread({
    entry: new URL("./sendingThread.ts", import.meta.url),
    data: { url: database, sink: sink.url, account, time } satisfies BenchThreadData,
    realtime: { publish: () => {} },
    log,
  });
  const app = await openBenchApp(database, { clock: createFastClock(time) }, undefined, thread.run);
  const { pool, jobServer } = app;
  const { owner, list_id } = await fill(app);
  await pool.query(
    "truncate campaign_visits, campaign_recipients, campaign_batches, campaign_intents, campaign_bodies, campaign_senders; delete from quota_uses",
  );
  await pool.query("update campaigns set state = 'cancelled' where state in ('preparing', 'sending', 'waiting')");
  const token = await app.signIn(owner);
  const message = { title: "Bench", campaign_template: template, campaign_customers_list: [list_id] };
  const body = { ...sendsNow, ...message, consent: 1, consent_collected: 1, skip_unanswered: 0 } as const;
  const { id } = (await callerAt(app.url, token)(textCampaigns.add, { body })).data;
  // Nothing is sent yet: its thread only starts.
  await thread.run(jobServer, feedModule, sendTexts);
  const { p95: idle } = await readWhile(app.url, token, () => pause(5_000));
  const rest = residentMb(process.pid);
  let peak = rest;
  const watching = setInterval(() => (peak = Math.max(peak, residentMb(process.pid))), 100);

  const prepared = performance.now();
  await startDue(jobServer);
  const preparation = (performance.now() - prepared) / 1_000;
  const before = await bareLoop(sink.url);
  const { result: sent, p95: busy } = await readWhile(app.url, token, async () => {
    const began = performance.now();
    const cpu = startCpuMeter();
    while ((await openRows(pool, id)) > 0) await thread.run(jobServer, feedModule, sendTexts);
    return { seconds: (performance.now() - began) / 1_000, cpu: cpu() };
  });
  const { seconds: ours, cpu } = sent;
  clearInterval(watching);
  const after = await bareLoop(sink.url);
  const bare = median([before.seconds, after.seconds]);
  const figures: [name: string, value: number, must: number][] = [
    ["seconds to hand them over", ours, limits.seconds],
    ["seconds to prepare it", preparation, limits.preparation],
    ["MB of memory above rest", peak - rest, limits.memory],
    ["chat list p95 while sending, times the idle one", busy / idle, limits.slower],
    ["chat list p95 while sending, ms", busy, limits.chatList],
  ];
  console.log(
    `\n${people} texts: ${ours.toFixed(1)} s; ${(ours / bare).toFixed(1)} times the bare loop, ${before.seconds.toFixed(1)} and ${after.seconds.toFixed(1)} s; idle p95 ${idle.toFixed(1)} ms`,
  );
  const used = { ...cpu, "bare loop": median([before.cpu, after.cpu]) };
  const perThousand = Object.entries(used).map(
    ([side, used]) => `${side} ${((used * 1_000_000) / people).toFixed(0)} ms`,
  );
  console.log(`Processor time of 1,000 texts: ${perThousand.join(", ")}`);
  for (const [name, value, must] of figures) console.log(`${value.toFixed(2).padStart(8)} (must ${must})   ${name}`);
  await thread.stop();
  await app.close();
  sink.close();
  await postgres.stop();
  return figures.every(([, value, must]) => value <= must);
}

/** In a process with the settings of the app's own, which decide about its memory. */
async function benchAsApp(): Promise<boolean> {
  const settings = serverArgs.filter((word) => word.startsWith("--"));
  const child = fork(import.meta.filename, ["bench", String(people)], { execArgv: [...process.execArgv, ...settings] });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0;
}

if (mode === "read") await readChats(url, token);
else if (mode === "bare") process.send?.(await postForms(url, Number(token)), () => process.disconnect());
else process.exit((await (mode === "bench" ? bench() : benchAsApp())) ? 0 : 1);
