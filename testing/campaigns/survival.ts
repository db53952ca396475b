import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { accounts } from "#domains/accounts/contract.ts";
import { textCampaigns } from "#domains/campaigns/text/contract.ts";
import { password } from "../dealership.ts";
import { type AppProcess, startServerProcess, starve } from "../process.ts";
import { callerAt } from "../samplePerson.ts";
import { type CarrierStandIn, startCarrier } from "./carrierStandIn.ts";
import { compareLedger, type LedgerVerdict } from "./compareLedger.ts";
import { createOutcomes, type RequestOutcome } from "./outcomes.ts";
import { sendsNow } from "./startCampaigns.ts";
import { openSurvivalDatabase, type SurvivalDatabase } from "./survivalDatabase.ts";
import { createFastClock } from "./workerClock.ts";

export interface SurvivalSettings {
  readonly people: number;
  /** Where workers die, one after another: a place of `killPoint.ts` with a count, or `random` with milliseconds. */
  readonly killPoints: readonly string[];
  /** After so many accepted texts each, Postgres crashes. */
  readonly crashesAfter: readonly number[];
  /** After so many requests each, the number's queue is full. */
  readonly queueFullAt?: readonly number[];
  /** The longest time for which a worker is suspended at random, in milliseconds; without it, none is. */
  readonly suspendedFor?: number;
  /** So many times as fast as ours runs the workers' clock. The faster, the less a busy machine may delay them. */
  readonly factor: number;
  /** Segments a second of the workers' clock. */
  readonly segmentsPerSecond: number;
  readonly withinMs: number;
  /** Gets a line about how far the campaign is, every half minute. */
  readonly onProgress?: (line: string) => void;
}

export interface SurvivalOutcome extends LedgerVerdict {
  readonly seconds: number;
  readonly kills: number;
  readonly crashes: number;
  readonly counts: CarrierStandIn["counts"];
}

/** Milliseconds of a request's time limit, by the machine's clock. */
const timeout = 1_000;
const progressMs = 30_000;
const latestKillMs = 40_000;
/** A directory in memory: what is to survive are crashes of Postgres, not of the machine, and a busy disk takes most of the time. */
const memory = "/dev/shm";
const root = join(import.meta.dirname, "../..");

/**
 * Sends a campaign with two workers at a time through a carrier that loses answers, refuses, stalls and holds reports,
 * while the workers are killed, Postgres crashes and people opt out; then compares the ledger with what the carrier took.
 */
export async function surviveCampaign(settings: SurvivalSettings): Promise<SurvivalOutcome> {
  const began = Date.now();
  const database = await openSurvivalDatabase(existsSync(memory) ? memory : tmpdir(), settings.people);
  // Noon of a weekday in Albany.
  const time = { at: began, shows: Date.parse("2026-11-24T17:00:00Z"), factor: settings.factor };
  const workers = new Set<AppProcess>();
  const killPoints = [...settings.killPoints];
  let kills = 0;
  // The carrier is busy until enough workers have died, so that each dies in the middle of the campaign.
  const isAhead = () => carrier.accepted.length > (settings.people * (kills + 1)) / (settings.killPoints.length + 1);
  const usual = withFullQueue(settings.queueFullAt ?? []);
  const outcome = (to: string): RequestOutcome => (isAhead() ? "tooMany" : usual(to));
  const carrier: CarrierStandIn = await startCarrier({
    now: () => createFastClock(time).now(),
    app: () => [...workers][0]?.url,
    outcome,
    isDead: (to) => to.endsWith("25"),
  });
  const env = {
    // Compiled code is kept, as by `bin/server.mjs`: workers are started often.
    NODE_COMPILE_CACHE: join(root, ".cache/compiled"),
    DATABASE_URL: database.appUrl,
    CARRIER_URL: carrier.apiUrl,
    TIME: JSON.stringify(time),
    CARRIER: JSON.stringify({ segmentsPerSecond: settings.segmentsPerSecond, timeout }),
  };
  const over = new AbortController();
  const isOver = Promise.withResolvers<void>();
  /** Keeps one worker alive until the end: whenever it dies, another one takes over. */
  const keepWorking = async (started?: () => void) => {
    while (!over.signal.aborted) {
      const killPoint = killPoints.shift();
      const worker = await startServerProcess([join(root, "testing/campaigns/worker.ts")], {
        ...env,
        ...(killPoint && !killPoint.startsWith("random") && { KILL_POINT: killPoint }),
      });
      workers.add(worker);
      started?.();
      // Who never gets to its place dies anyway: the other worker may have done what it was to die in.
      const diesAfter = killPoint?.startsWith("random") ? Number(killPoint.split(":")[1]) : latestKillMs;
      if (killPoint) void pause(diesAfter, undefined, { ref: false }).then(() => worker.kill());
      await worker.ended(over.signal);
      workers.delete(worker);
      if (over.signal.aborted) await worker.kill();
      else kills += 1;
    }
  };
  const first = Promise.withResolvers<void>();
  const working = [keepWorking(first.resolve), keepWorking()];
  const { suspendedFor } = settings;
  await first.promise;
  const id = await addCampaign([...workers][0]?.url ?? "", database);
  const disasters = Promise.all([
    crashNow(database, carrier, settings.crashesAfter, isOver.promise),
    optOut(database, carrier, settings, over.signal),
    suspendedFor !== undefined && starve(() => [...workers], { suspendedFor, runsFor: 300 }, over.signal),
  ]);
  try {
    const report = () => settings.onProgress?.(`${carrier.accepted.length} accepted, ${kills} kills`);
    const reporting = setInterval(report, progressMs);
    await waitForEnd(database, id, began + settings.withinMs).finally(() => clearInterval(reporting));
    await carrier.settleReports();
    const verdict = await compareLedger(database, carrier, id);
    const { length: crashes } = settings.crashesAfter;
    return { ...verdict, seconds: (Date.now() - began) / 1_000, kills, crashes, counts: carrier.counts };
  } finally {
    over.abort();
    isOver.resolve();
    await Promise.all([disasters, ...working]);
    await carrier.close();
    await database.close();
  }
}

function withFullQueue(at: readonly number[]): (to: string) => RequestOutcome {
  const outcome = createOutcomes();
  let requests = 0;
  return (to) => {
    requests += 1;
    return at.includes(requests) ? "queueFull" : outcome(to);
  };
}

async function addCampaign(url: string, { dealer, list_id }: SurvivalDatabase): Promise<number> {
  const signIn = { email: dealer.owner, password, remember_me: 0 } as const;
  const { data } = await callerAt(url)(accounts.login, { body: signIn });
  const body = {
    ...sendsNow,
    title: "Sale",
    campaign_template: "Hi %first_name%, our sale starts today.",
    campaign_customers_list: [list_id],
    consent: 1 as const,
    consent_collected: 1 as const,
  };
  return (await callerAt(url, data.access_token)(textCampaigns.add, { body })).data.id;
}

async function crashNow(
  { crash }: SurvivalDatabase,
  carrier: CarrierStandIn,
  after: readonly number[],
  over: Promise<void>,
): Promise<void> {
  for (const count of after) {
    const isOver = await Promise.race([carrier.nextAccepted(count).then(() => false), over.then(() => true)]);
    if (isOver) return;
    crash();
  }
}

/** Every hundredth phone opts out while the campaign is sent, some before their text and some after. */
async function optOut(
  { dealer }: SurvivalDatabase,
  carrier: CarrierStandIn,
  { people }: SurvivalSettings,
  over: AbortSignal,
): Promise<void> {
  const phones = Array.from({ length: Math.floor(people / 100) }, (_, hundred) => `+1518${2_000_050 + 100 * hundred}`);
  for (const phone of phones.sort(() => Math.random() - 0.5)) {
    await Promise.race([carrier.nextAccepted(people / 30), pause(1_000)]);
    if (over.aborted) return;
    await carrier.stop(phone, dealer.number);
  }
}

async function waitForEnd({ pool }: SurvivalDatabase, id: number, deadline: number): Promise<void> {
  for (;;) {
    const { rows } = await pool
      .query<{ state: string; why: string }>("select state, why from campaigns where id = $1", [id])
      .catch(() => ({ rows: [] }));
    const state = rows[0]?.state;
    if (state === "sent") return;
    if (state === "paused" || state === "stopped") throw new Error(`The campaign ${state}: ${rows[0]?.why}`);
    if (Date.now() > deadline)
      throw new Error(`The campaign did not end: ${state ?? "no answer"}; ${await openRows(pool)}`);
    await pause(100);
  }
}

/** What the rows without a result wait for. */
async function openRows(pool: SurvivalDatabase["pool"]): Promise<string> {
  const text = `select state, asked, min(due_at) as due_at, min(lease_until) as lease_until, count(*)::int
    from campaign_recipients where state in ('pending', 'intended') group by 1, 2`;
  return JSON.stringify((await pool.query(text)).rows);
}
