import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { inbox } from "#domains/inbox/contract.ts";
import { createRealtime } from "#ports/realtime/socketio.ts";
import { startDomainWorkers } from "#server/domains.ts";
import { callerAt } from "#testing/samplePerson.ts";
import { type BenchInbox, openBenchInbox, openBenchJobs, startBenchPostgres } from "./benchInbox.ts";
import { createUnreachableTwilio, phoneNumberOf, postTextWebhook, type WebhookText } from "./carrier.ts";
import { percentile } from "./comparison.ts";
import { ownCpuSeconds, type Seconds, startCpuMeter } from "./cpuTime.ts";

/*
 * A storm of webhooks: 5,000 texts, each delivered twice or more and out of order, 200 a second, while 50 people read. None
 * may be lost or doubled, and 99 of 100 must be answered in half a second. A separate process generates the load.
 */

const textCount = 5_000;
const perSecond = 200;
/** Texts before the storm, at a growing rate; none with `--cold`, which measures a process that has just started. */
const warmUpTexts = process.argv.includes("--cold") ? 0 : 2_000;
const readerCount = 50;
const chatCount = 50_000;
const limitMs = 500;
/** The response of the stub server that the client warms up against. */
const emptyAnswer = JSON.stringify({ status: "success", message: "", data: [] });

interface LoadSettings {
  readonly url: string;
  readonly token: string;
  readonly to: string;
  readonly firstChat: number;
  readonly name: string;
}

interface LoadReport {
  readonly webhooks: number[];
  readonly reads: number[];
  readonly failures: string[];
  /** The processor time of generating the load. */
  readonly processor: Seconds;
}

/** Each text at least twice, a third of them three times, shuffled as widely as a carrier's late retries. */
function deliveries({ to, name }: LoadSettings): WebhookText[] {
  const copies = Array.from({ length: textCount }, (_, index) => {
    const from = `+1209312${String(1 + (index % 700)).padStart(4, "0")}`;
    const text = { sid: `SM${name}${index}`, from, to, body: `${name} ${index}` };
    return Array.from({ length: index % 3 === 0 ? 3 : 2 }, () => ({ text, at: index + Math.random() * 300 }));
  });
  return copies
    .flat()
    .sort((one, other) => one.at - other.at)
    .map(({ text }) => text);
}

/** Sends texts faster and faster, up to the storm's rate. */
async function warmUpApp({ url, to, name }: LoadSettings): Promise<void> {
  const sent = Array.from({ length: warmUpTexts }, async (_, index) => {
    await pause(Math.sqrt(index / warmUpTexts) * ((2 * warmUpTexts * 1_000) / perSecond));
    const from = `+1209312${String(1 + (index % 700)).padStart(4, "0")}`;
    await postTextWebhook(url, { sid: `SM${name}w${index}`, from, to, body: `Calm ${index}` });
  });
  await Promise.all(sent);
}

/**
 * Warms up this process against a stub server, so that the storm's first seconds measure how the app starts, not how
 * the load generator does.
 */
async function warmUpClient(load: LoadSettings): Promise<void> {
  const server = createServer((request, response) => {
    request.resume().once("end", () => response.setHeader("content-type", "application/json").end(emptyAnswer));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = callerAt(url, load.token);
  const texts = deliveries(load).slice(0, 3 * perSecond);
  const sent = texts.map(async (text, index) => {
    await pause((index * 1_000) / perSecond);
    await postTextWebhook(url, text);
    if (index % 3 === 0) await call(inbox.chats, { params: { type: "all", offset: 0 }, body: {} });
  });
  await Promise.all(sent);
  server.closeAllConnections();
  server.close();
}

async function generateLoad(load: LoadSettings): Promise<LoadReport> {
  const { url, token, firstChat } = load;
  await warmUpClient(load);
  const report = { webhooks: [] as number[], reads: [] as number[], failures: [] as string[] };
  const timed = async (into: number[], work: Promise<unknown>, began = performance.now()) => {
    await work.then(
      () => into.push(performance.now() - began),
      (failure) => report.failures.push(String(failure)),
    );
  };
  let isOver = false;
  const read = async () => {
    const call = callerAt(url, token);
    while (!isOver) {
      await timed(report.reads, call(inbox.chats, { params: { type: "all", offset: 0 }, body: {} }));
      const chat_id = firstChat + Math.floor(Math.random() * 700);
      await timed(report.reads, call(inbox.messages, { params: { chat_id }, body: { before: 1e15 } }));
      await pause(1_000 + Math.random() * 1_000);
    }
  };
  const readers = Array.from({ length: readerCount }, read);
  const used = ownCpuSeconds();
  await warmUpApp(load);
  const began = performance.now();
  const sent = deliveries(load).map(async (text, index) => {
    await pause((index * 1_000) / perSecond);
    await timed(report.webhooks, postTextWebhook(url, text));
  });
  await Promise.all(sent);
  console.log(`${sent.length} webhooks in ${Math.round((performance.now() - began) / 1_000)} s`);
  isOver = true;
  await Promise.all(readers);
  return { ...report, processor: ownCpuSeconds() - used };
}

async function runLoadProcess(load: LoadSettings): Promise<LoadReport> {
  const child = fork(import.meta.filename, ["load", ...process.argv.slice(2)]);
  child.send(load);
  const [report] = (await once(child, "message")) as [LoadReport];
  await once(child, "exit");
  return report;
}

async function countStored({ pool, dealer }: BenchInbox, name: string) {
  const { rows } = await pool.query(
    "select count(*)::int as stored, count(distinct provider_sid)::int as different from messages where dealer_id = $1 and message like $2",
    [dealer.dealer_id, `${name} %`],
  );
  return rows[0] as { stored: number; different: number };
}

function costPerDelivery(used: Readonly<Record<string, Seconds>>, deliveries: number): string {
  const [sides, sum] = [Object.entries(used), Object.values(used).reduce((all, seconds) => all + seconds, 0)];
  const shown = (seconds: Seconds) => ((1_000 * seconds) / deliveries).toFixed(2);
  return `${shown(sum)} ms (${sides.map(([side, seconds]) => `${side} ${shown(seconds)}`).join(", ")})`;
}

async function storm(): Promise<boolean> {
  const log = pino({ level: "silent" });
  const postgres = await startBenchPostgres();
  // Includes the jobs that texts enqueue: they use the same processors.
  const { jobs, stop } = await openBenchJobs(postgres.url, chatCount);
  const benchInbox = await openBenchInbox(postgres.url, chatCount, {
    sms: createUnreachableTwilio(log),
    realtime: createRealtime({ log }),
    jobs,
  });
  await jobs.start({ worker: true });
  await startDomainWorkers(benchInbox.jobServer);
  const name = `Storm${Date.now().toString(36)}`;
  const { url, token, firstChat } = benchInbox;
  const load = { url, token, to: await phoneNumberOf(benchInbox), firstChat, name };
  const used = startCpuMeter();
  const { webhooks, reads, failures, processor } = await runLoadProcess(load);
  const cost = costPerDelivery({ ...used(), load: processor }, webhooks.length + warmUpTexts);
  const { stored, different } = await countStored(benchInbox, name);
  const [p50, p99, read99] = [percentile(webhooks, 0.5), percentile(webhooks, 0.99), percentile(reads, 0.99)];
  console.log(`\nA storm of ${textCount} texts, delivered ${webhooks.length} times, while ${readerCount} people read`);
  console.log(`stored ${stored}, different ${different}, failed ${failures.length} ${failures[0] ?? ""}`);
  console.log(
    `webhooks p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (must ${limitMs}); ${reads.length} reads p99 ${read99.toFixed(0)} ms`,
  );
  console.log(`processor time per delivery: ${cost}`);
  await stop();
  await benchInbox.close();
  await postgres.stop();
  return stored === textCount && different === textCount && failures.length === 0 && p99 <= limitMs;
}

if (process.argv[2] === "load") {
  const [load] = (await once(process, "message")) as [LoadSettings];
  // Disconnect only after the report has been sent: exiting earlier would lose it.
  process.send?.(await generateLoad(load), () => process.disconnect());
} else process.exit((await storm()) ? 0 : 1);
