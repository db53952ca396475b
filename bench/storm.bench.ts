import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { callerAt } from "#core/testing/samplePerson.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { createJobs } from "#ports/jobs/pgboss.ts";
import { createRealtime } from "#ports/realtime/socketio.ts";
import { knownJobs, workDomains } from "#server/domains.ts";
import { numberOf, openCarrier, type Text, webhook } from "./carrier.ts";
import { percentile } from "./figures.ts";
import { countProcessor, ownSeconds, type Seconds } from "./processor.ts";
import { openTown, startGround, type Town, townDatabase } from "./town.ts";

/*
 * A storm of webhooks: 5,000 texts, each told twice or more and out of order, 200 a second, while 50 people read. None
 * may be lost or doubled, and 99 of 100 must be answered in half a second. The weather is made in a process of its own.
 */

const texts = 5_000;
const perSecond = 200;
/** Texts that come before, a few at first and then as many as in the storm; none with `--cold`: a process that has just started. */
const before = process.argv.includes("--cold") ? 0 : 2_000;
const readers = 50;
const chats = 50_000;
const slowest = 500;
/** What somebody says who is only practised on. */
const emptyAnswer = JSON.stringify({ status: "success", message: "", data: [] });

interface Weather {
  readonly url: string;
  readonly token: string;
  readonly to: string;
  readonly firstChat: number;
  readonly name: string;
}

interface Report {
  readonly webhooks: number[];
  readonly reads: number[];
  readonly failures: string[];
  /** What making the weather took itself. */
  readonly processor: Seconds;
}

/** Each text at least twice, a third of them three times, shuffled as far as a carrier's retries come late. */
function tellings({ to, name }: Weather): Text[] {
  const told = Array.from({ length: texts }, (_, index) => {
    const from = `+1200${String(1 + (index % 700)).padStart(7, "0")}`;
    const text = { sid: `SM${name}${index}`, from, to, body: `${name} ${index}` };
    return Array.from({ length: index % 3 === 0 ? 3 : 2 }, () => ({ text, at: index + Math.random() * 300 }));
  });
  return told
    .flat()
    .sort((one, other) => one.at - other.at)
    .map(({ text }) => text);
}

/** Texts that come faster and faster, in the end as fast as the storm's. */
async function warmUp({ url, to, name }: Weather): Promise<void> {
  const sent = Array.from({ length: before }, async (_, index) => {
    await pause(Math.sqrt(index / before) * ((2 * before * 1_000) / perSecond));
    const from = `+1200${String(1 + (index % 700)).padStart(7, "0")}`;
    await webhook(url, { sid: `SM${name}w${index}`, from, to, body: `Calm ${index}` });
  });
  await Promise.all(sent);
}

/**
 * Whoever makes the weather practises on somebody who answers everything: the storm's first seconds tell how the app
 * starts, not how this process does.
 */
async function practise(weather: Weather): Promise<void> {
  const server = createServer((asked, answer) => {
    asked.resume().once("end", () => answer.setHeader("content-type", "application/json").end(emptyAnswer));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = callerAt(url, weather.token);
  const told = tellings(weather).slice(0, 3 * perSecond);
  const sent = told.map(async (text, index) => {
    await pause((index * 1_000) / perSecond);
    await webhook(url, text);
    if (index % 3 === 0) await call(inbox.chats, { params: { type: "all", offset: 0 }, body: {} });
  });
  await Promise.all(sent);
  server.closeAllConnections();
  server.close();
}

async function makeWeather(weather: Weather): Promise<Report> {
  const { url, token, firstChat } = weather;
  await practise(weather);
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
  const reading = Array.from({ length: readers }, read);
  const used = ownSeconds();
  await warmUp(weather);
  const began = performance.now();
  const sent = tellings(weather).map(async (text, index) => {
    await pause((index * 1_000) / perSecond);
    await timed(report.webhooks, webhook(url, text));
  });
  await Promise.all(sent);
  console.log(`${sent.length} webhooks in ${Math.round((performance.now() - began) / 1_000)} s`);
  isOver = true;
  await Promise.all(reading);
  return { ...report, processor: ownSeconds() - used };
}

async function reportOf(weather: Weather): Promise<Report> {
  const child = fork(import.meta.filename, ["weather", ...process.argv.slice(2)]);
  child.send(weather);
  const [report] = (await once(child, "message")) as [Report];
  await once(child, "exit");
  return report;
}

async function storedBy({ pool, dealer }: Town, name: string) {
  const { rows } = await pool.query(
    "select count(*)::int as stored, count(distinct provider_sid)::int as different from messages where dealer_id = $1 and message like $2",
    [dealer.dealer_id, `${name} %`],
  );
  return rows[0] as { stored: number; different: number };
}

function perTelling(used: Readonly<Record<string, Seconds>>, tellings: number): string {
  const [sides, sum] = [Object.entries(used), Object.values(used).reduce((all, seconds) => all + seconds, 0)];
  const shown = (seconds: Seconds) => ((1_000 * seconds) / tellings).toFixed(2);
  return `${shown(sum)} ms (${sides.map(([side, seconds]) => `${side} ${shown(seconds)}`).join(", ")})`;
}

async function storm(): Promise<boolean> {
  const log = pino({ level: "silent" });
  const ground = await startGround();
  // With the jobs that texts bring along: they take from the same processors.
  const jobs = createJobs({ url: await townDatabase(ground.url, chats), log, known: knownJobs });
  const town = await openTown(ground.url, chats, { sms: openCarrier(log), realtime: createRealtime({ log }), jobs });
  await jobs.start({ worker: true });
  await workDomains(town.forJobs);
  const name = `Storm${Date.now().toString(36)}`;
  const { url, token, firstChat } = town;
  const weather = { url, token, to: await numberOf(town), firstChat, name };
  const used = countProcessor();
  const { webhooks, reads, failures, processor } = await reportOf(weather);
  const cost = perTelling({ ...used(), weather: processor }, webhooks.length + before);
  const { stored, different } = await storedBy(town, name);
  const [p50, p99, read99] = [percentile(webhooks, 0.5), percentile(webhooks, 0.99), percentile(reads, 0.99)];
  console.log(`\nA storm of ${texts} texts, told ${webhooks.length} times, while ${readers} people read`);
  console.log(`stored ${stored}, different ${different}, failed ${failures.length} ${failures[0] ?? ""}`);
  console.log(
    `webhooks p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (must ${slowest}); ${reads.length} reads p99 ${read99.toFixed(0)} ms`,
  );
  console.log(`processor time per telling: ${cost}`);
  await jobs.stop();
  await town.close();
  await ground.stop();
  return stored === texts && different === texts && failures.length === 0 && p99 <= slowest;
}

if (process.argv[2] === "weather") {
  const [weather] = (await once(process, "message")) as [Weather];
  // A long report has left only when that is said: who ends before takes it along.
  process.send?.(await makeWeather(weather), () => process.disconnect());
} else process.exit((await storm()) ? 0 : 1);
