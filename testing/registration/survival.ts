import { createHash } from "node:crypto";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { pino } from "pino";
import { createWithin } from "#core/server/within.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { systemClock } from "#ports/clock/system.ts";
import { type FakeMailServer, startFakeMailServer } from "#ports/email/fakeMailServer.ts";
import {
  type FakeRequest,
  type FakeTwilioRegistration,
  primaryProfile,
  registrarAccount,
  registrarToken,
  sendFakeReply,
  startFakeTwilioRegistration,
} from "#ports/registration/twilio/fakeTwilioRegistration.ts";
import { freshDatabase } from "../database.ts";
import { addDealership, type Dealership, password } from "../dealership.ts";
import { createManualJobs } from "../manualJobs.ts";
import { type AppProcess, startAppProcess } from "../process.ts";
import { createRecordedEvents } from "../recordedEvents.ts";
import { callerAt } from "../samplePerson.ts";
import { submitDraft } from "./registeringBusiness.ts";

/** When the process dies: before the carrier does anything, before it answers, or as its answer is on the way. */
export const killMoments = ["before it takes effect", "before its answer leaves", "as its answer arrives"] as const;
export type KillMoment = (typeof killMoments)[number];

/** A state that a row had, in the order in which rows had them. */
export interface StateSeen {
  /** `kind business`, `step brand` or `number +1…`. */
  readonly what: string;
  readonly state: string;
}

export interface KilledRegistration {
  readonly moment: KillMoment;
  /** Whether the process dies in a place: `profile`, `review business`, `join PN…`. */
  readonly diesIn: (place: string) => boolean;
  readonly withinMs: number;
}

export interface RegistrationSurvival {
  readonly dealer: Dealership;
  readonly fake: FakeTwilioRegistration;
  readonly mails: FakeMailServer["mails"];
  readonly db: pg.Pool;
  /** The steps, looks and joins in which a process died. */
  readonly kills: readonly string[];
  readonly states: readonly StateSeen[];
  /** The statuses that notices were answered with. */
  readonly answers: { readonly signed: ReadonlySet<number>; readonly forged: ReadonlySet<number> };
  /** Everything that all processes have printed. */
  readonly output: string;
  close(): Promise<void>;
}

const publicUrl = "https://rooftop.test";
const webhook = "/webhooks/twilio/registration";
/** Less than what is left of a lease while its request is under way. */
const shortWait = "31 seconds";
const longWait = "2 minutes";

/**
 * Registers a business and its two numbers at Twilio's stand-in. The process dies once in each chosen step and look, at the
 * same moment of its request; the next one takes over. Meanwhile notices come twice, late, in any order and forged.
 *
 * The process has the machine's clock. Time passes by moving what the database says is due.
 */
export async function surviveRegistration({
  moment,
  diesIn,
  withinMs,
}: KilledRegistration): Promise<RegistrationSurvival> {
  const deadline = Date.now() + withinMs;
  const database = await freshDatabase();
  const db = new pg.Pool({ connectionString: database.url, max: 6 });
  const [fake, smtp] = [await startFakeTwilioRegistration(), await startFakeMailServer()];
  const dealer = await addBusiness(database.url, db);
  await recordStates(db);
  const env = {
    DEMO: "off",
    LOG_LEVEL: "trace",
    PUBLIC_URL: publicUrl,
    SECRET_KEY: "the same key for every process of it",
    SMTP_URL: smtp.url,
    SMS_PROVIDER: "twilio",
    TWILIO_ACCOUNT_SID: registrarAccount,
    TWILIO_AUTH_TOKEN: registrarToken,
    TWILIO_API_URL: fake.apiUrl,
    TWILIO_PRIMARY_PROFILE_SID: primaryProfile,
  };
  const processes: AppProcess[] = [];
  let app: AppProcess | undefined;
  let starting: Promise<unknown> | undefined;
  const start = async () => {
    const started = startAppProcess(database.url, env);
    starting = started;
    app = await started;
    processes.push(app);
  };
  let dying: Promise<unknown> | undefined;
  const kill = async () => {
    dying = app?.kill();
    app = undefined;
    await dying;
    dying = undefined;
  };
  const kills: string[] = [];
  const submitted = Promise.withResolvers<void>();
  fake.between = async (request, response, process) => {
    await submitted.promise;
    const place = await placeOf(db, request);
    if (dying) {
      // Sent between the answer in which its process dies and the end of that process: it never arrives.
      await dying;
      return void response.destroy();
    }
    // A process goes on as soon as it runs, before it says so.
    await starting;
    const dies = place !== undefined && !kills.includes(place) && app !== undefined && diesIn(place);
    if (dies) kills.push(place);
    if (dies && moment === "before it takes effect") {
      await kill();
      return void response.destroy();
    }
    const reply = process();
    if (dies && moment === "before its answer leaves") {
      await kill();
      return void response.destroy();
    }
    const finished = once(response, "finish");
    sendFakeReply(response, reply);
    await finished;
    if (dies) await kill();
  };
  const notices = createNotices(fake, () => app?.url);
  const close = async () => {
    fake.between = undefined;
    await kill();
    await Promise.all([fake.close(), smtp.close(), db.end()]);
    await database.drop();
  };
  try {
    await start();
    await submit(app?.url ?? "", dealer);
    submitted.resolve();
    for (let round = 0; !(await isRegistered(db)); round += 1) {
      if (Date.now() > deadline) throw new Error(`Not registered in time:\n${await describeRows(db, kills)}`);
      if (!app) {
        await passWhileNobodyRuns(db);
        await start();
      }
      if (round % 5 === 0) await notices.send();
      if ((await waitOver(db)) === "rests") {
        decide(fake);
        if (!(await notices.about(await restingSid(db)))) await lookNow(db);
      }
      await pause(50);
    }
    await takeUpJobs(db);
    while (smtp.mails.length < 4 && Date.now() < deadline) await pause(100);
    const { rows: states } = await db.query<StateSeen>("select what, state from states_seen order by id");
    const { answers } = notices;
    const output = processes.map((process) => process.output()).join("\n");
    return { dealer, fake, mails: smtp.mails, db, kills, states, answers, output, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A business with two local numbers that the carrier sold to it. */
async function addBusiness(url: string, db: pg.Pool): Promise<Dealership> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const ports = { clock: systemClock, jobs: createManualJobs(systemClock), realtime: createRecordedEvents() };
  const within = createWithin({ pool, ...ports, log: pino({ level: "silent" }) });
  const dealer = await within.control("survival", addDealership);
  await pool.end();
  await db.query(
    "update phone_numbers set registration = 'missing', provider = 'twilio', provider_sid = 'PN' || md5(number)",
  );
  return dealer;
}

/** Writes down each state of a registration, of its steps and of a number, so that no look misses one. */
async function recordStates(db: pg.Pool): Promise<void> {
  const seen = (table: string, what: string, state: string) =>
    `create trigger see after insert or update on ${table} for each row execute function see_state('${what}', '${state}')`;
  await db.query(`
    create table states_seen (id bigserial primary key, what text not null, state text not null);
    create function see_state() returns trigger language plpgsql security definer as $$ begin
      insert into states_seen (what, state) values (tg_argv[0] || ' ' || (to_jsonb(new) ->> tg_argv[0]), to_jsonb(new) ->> tg_argv[1]);
      return null;
    end $$;
    ${seen("carrier_registrations", "kind", "state")};
    ${seen("carrier_registration_steps", "step", "state")};
    ${seen("phone_numbers", "number", "registration")}`);
}

async function submit(url: string, dealer: Dealership): Promise<void> {
  const body = { email: dealer.owner, password, remember_me: 0 } as const;
  const { data } = await callerAt(url)(accounts.login, { body });
  await submitDraft(callerAt(url, data.access_token));
}

/** What a request is for, if it is one that a process dies in: each step once, each review, each join and look at a number. */
async function placeOf(db: pg.Pool, { method, path, form }: FakeRequest): Promise<string | undefined> {
  const { rows } = await db.query<{ step: string }>(
    "select step from carrier_registration_steps where state = 'intended'",
  );
  const step = rows[0]?.step;
  if (method !== "GET") return path.endsWith("/PhoneNumbers") ? `join ${form.get("PhoneNumberSid")}` : step;
  if (/\/(CustomerProfiles|TrustProducts)\/BU\w+$/.test(path)) return step?.startsWith("approve") ? step : undefined;
  if (path.includes("/Usecases?")) return step;
  if (/\/BrandRegistrations\/BN\w+$/.test(path)) return "review business";
  if (/\/Usa2p\/QE\w+$/.test(path)) return "review campaign";
  const [, number] = /\/PhoneNumbers\/(PN\w+)$/.exec(path) ?? [];
  return number && `number ${number}`;
}

async function isRegistered(db: pg.Pool): Promise<boolean> {
  const { rows } = await db.query<{ open: number; stuck: number }>(`select
    (select count(*)::int from carrier_registrations where state <> 'approved') +
    (select count(*)::int from phone_numbers where registration <> 'registered') as open,
    (select count(*)::int from carrier_registrations where state in ('stuck', 'refused', 'suspended')) as stuck`);
  if (rows[0]?.stuck) throw new Error(`The registration stopped:\n${await describeRows(db, [])}`);
  return rows[0]?.open === 0;
}

/** Leases end meanwhile, and the carrier's lists show everything. */
async function passWhileNobodyRuns(db: pg.Pool): Promise<void> {
  await db.query(`update carrier_registrations set look_at = look_at - interval '10 minutes' where state <> 'approved' or kind = 'campaign';
    update registration_terms set next_request_at = now() - interval '1 second';
    update pgboss.job set start_after = start_after - interval '10 minutes' where state < 'active'`);
}

/** Ends a short wait, in which no request is under way. @returns "rests" in a long one: others must do something first. */
async function waitOver(db: pg.Pool): Promise<"goes on" | "rests"> {
  const open = `(kind = 'business' and state <> 'approved' or kind = 'campaign' and state <> 'waiting')`;
  const ended = await db.query(
    `update carrier_registrations set look_at = now() - interval '1 second'
     where ${open} and look_at > now() and look_at < now() + interval '${shortWait}'`,
  );
  if (ended.rowCount) await wakeJobs(db);
  const resting = await db.query(
    `select from carrier_registrations where ${open} and look_at > now() + interval '${longWait}'`,
  );
  return resting.rowCount ? "rests" : "goes on";
}

async function wakeJobs(db: pg.Pool): Promise<void> {
  await db.query(`update registration_terms set next_request_at = now() - interval '1 second';
    update pgboss.job set start_after = now() where state < 'active' and name = 'textRegistration.advance' and start_after > now();
    select pg_notify('rooftop_jobs_due', '')`);
}

async function lookNow(db: pg.Pool): Promise<void> {
  await db.query(
    `update carrier_registrations set look_at = now() - interval '1 second' where look_at > now() + interval '${longWait}'`,
  );
  await wakeJobs(db);
}

/** The reviewers approve whatever lies before them. */
function decide(fake: FakeTwilioRegistration): void {
  for (const resource of fake.resources) {
    if (resource.status === "pending-review") resource.status = "twilio-approved";
    if (resource.sid.startsWith("BN")) resource.status = "APPROVED";
    if (resource.sid.startsWith("QE")) resource.campaign_status = "VERIFIED";
  }
}

/** What is reviewed now; a registration that is still being submitted hears of no notice. */
async function restingSid(db: pg.Pool): Promise<string | undefined> {
  const { rows } = await db.query<{ sid: string }>(`select step.sid from carrier_registrations registration
    join carrier_registration_steps step on step.registration_id = registration.id and step.step in ('brand', 'campaign')
    where registration.state = 'in_review'`);
  return rows[0]?.sid;
}

/** Jobs of the dead are taken up by the living, which would wait for minutes until they count as dead. */
async function takeUpJobs(db: pg.Pool): Promise<void> {
  await db.query("update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour' where state = 'active'");
}

/** Posts notices as the carrier does. All say that something failed, which must not be believed. */
function createNotices(fake: FakeTwilioRegistration, app: () => string | undefined) {
  const answers = { signed: new Set<number>(), forged: new Set<number>() };
  let turn = 0;

  async function post(sid: string, token: string): Promise<number> {
    const url = app();
    if (url === undefined) return 0;
    const isBundle = sid.startsWith("BU");
    const form = { AccountSid: registrarAccount, BundleSid: sid, Status: "twilio-rejected" };
    const event = { accountsid: registrarAccount, brandsid: sid, brandstatus: "FAILED" };
    const body = isBundle
      ? new URLSearchParams(form).toString()
      : JSON.stringify([{ specversion: "1.0", data: event }]);
    const query = isBundle ? "?r=rooftop" : `?bodySHA256=${createHash("sha256").update(body).digest("hex")}`;
    const address = publicUrl + webhook + query;
    const headers = {
      "content-type": isBundle ? "application/x-www-form-urlencoded" : "application/json",
      "x-twilio-signature": isBundle ? fake.signForm(address, form, token) : fake.signBody(address, token),
    };
    const answer = await fetch(url + webhook + query, { method: "POST", headers, body }).catch(() => undefined);
    return answer?.status ?? 0;
  }

  const about = async (sid: string | undefined): Promise<boolean> => {
    if (sid === undefined) return false;
    const statuses = await Promise.all([post(sid, registrarToken), post(sid, registrarToken)]);
    for (const status of statuses) answers.signed.add(status);
    return statuses.includes(204);
  };

  return {
    answers,
    about,
    /** About one of all that was made so far, in no order, and a forged one about the newest. */
    async send(): Promise<void> {
      const sids = fake.resources.map(({ sid }) => sid).filter((sid) => /^(BU|BN|QE|MG)/.test(sid));
      turn += 1;
      await about(sids[(7 * turn) % sids.length]);
      const newest = sids.at(-1);
      if (newest) answers.forged.add(await post(newest, "another token"));
    },
  };
}

async function describeRows(db: pg.Pool, kills: readonly string[]): Promise<string> {
  const rows = await db.query("select kind, state, look_at, looks from carrier_registrations");
  const steps = await db.query(
    "select step, state, attempts, searches from carrier_registration_steps where state = 'intended'",
  );
  const numbers = await db.query("select number, registration from phone_numbers");
  return JSON.stringify([rows.rows, steps.rows, numbers.rows, kills], undefined, 1);
}
