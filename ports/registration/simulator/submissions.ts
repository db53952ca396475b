import { randomBytes } from "node:crypto";
import type pg from "pg";
import type { ReviewedState, Submission } from "../registration.ts";

/* What the simulated registrar keeps in the database. */

/** The steps that make something; all but profiles and services are reviewed. */
export type MakingStep = "profile" | "brand" | "service" | "campaign" | "verification";

const prefixes: Readonly<Record<MakingStep, string>> = {
  profile: "BU",
  brand: "BN",
  service: "MG",
  campaign: "QE",
  verification: "HH",
};

const isReviewed = (step: MakingStep) => step !== "profile" && step !== "service";

export interface KeptSubmission {
  readonly sid: string;
  readonly step: MakingStep;
  readonly round: number;
  readonly facts: KeptFacts;
  readonly state: ReviewedState;
  readonly code: string;
  readonly submitted_at: Date;
  readonly decide_at: Date | null;
}

/** What reviewers read of a submission: everything but the tax number. */
export interface KeptFacts {
  readonly business: Omit<Submission["facts"]["business"], "ein">;
  readonly campaign: Submission["facts"]["campaign"];
}

export function withoutTaxNumber({ business, campaign }: Submission["facts"]): KeptFacts {
  const { ein: _ein, ...shown } = business;
  return { business: shown, campaign };
}

/** How the registrar works. */
export interface RegistrarSettings {
  /** Null: reviewers approve nothing by themselves. */
  readonly approve_seconds: number | null;
  readonly busy_answers: number;
  readonly lost_answers: number;
  readonly lost_requests: number;
}

const usualRegistrar: RegistrarSettings = { approve_seconds: 60, busy_answers: 0, lost_answers: 0, lost_requests: 0 };

export async function readRegistrar(pool: pg.Pool): Promise<RegistrarSettings> {
  const { rows } = await pool.query<RegistrarSettings>(
    "select approve_seconds, busy_answers, lost_answers, lost_requests from simulated_registrar",
  );
  return rows[0] ?? usualRegistrar;
}

export async function saveRegistrar(pool: pg.Pool, settings: RegistrarSettings): Promise<void> {
  const { approve_seconds, busy_answers, lost_answers, lost_requests } = settings;
  await pool.query(
    `insert into simulated_registrar (approve_seconds, busy_answers, lost_answers, lost_requests) values ($1, $2, $3, $4)
     on conflict (id) do update set approve_seconds = excluded.approve_seconds, busy_answers = excluded.busy_answers,
       lost_answers = excluded.lost_answers, lost_requests = excluded.lost_requests`,
    [approve_seconds, busy_answers, lost_answers, lost_requests],
  );
}

/** Uses up one of the faults that were ordered; undefined: nothing goes wrong. */
export async function nextFault(pool: pg.Pool): Promise<"busy" | "lost_request" | "lost_answer" | undefined> {
  const { rows } = await pool.query<RegistrarSettings>(
    `update simulated_registrar r set busy_answers = greatest(r.busy_answers - 1, 0),
       lost_requests = r.lost_requests - (was.busy_answers = 0 and was.lost_requests > 0)::int,
       lost_answers = r.lost_answers - (was.busy_answers = 0 and was.lost_requests = 0 and was.lost_answers > 0)::int
     from (select * from simulated_registrar for update) was
     returning was.busy_answers, was.lost_requests, was.lost_answers`,
  );
  const [was] = rows;
  if (!was) return undefined;
  if (was.busy_answers > 0) return "busy";
  return was.lost_requests > 0 ? "lost_request" : was.lost_answers > 0 ? "lost_answer" : undefined;
}

const columns = "sid, step, round, facts, state, code, submitted_at, decide_at";

/** What a step made; undefined when it made nothing yet. */
export async function keptOf(pool: pg.Pool, step: MakingStep, reference: string): Promise<KeptSubmission | undefined> {
  const text = `select ${columns} from simulated_registrations where step = $1 and reference = $2`;
  return (await pool.query<KeptSubmission>(text, [step, reference])).rows[0];
}

export async function keptWithSid(pool: pg.Pool, sid: string): Promise<KeptSubmission | undefined> {
  const text = `select ${columns} from simulated_registrations where sid = $1`;
  return (await pool.query<KeptSubmission>(text, [sid])).rows[0];
}

/**
 * Takes what is submitted, or what is submitted again after a refusal. What stands otherwise is left as it is.
 *
 * @returns its sid.
 */
export async function keep(pool: pg.Pool, step: MakingStep, submission: Submission, now: Date): Promise<string> {
  const { approve_seconds } = await readRegistrar(pool);
  const decideAt = approve_seconds === null ? null : new Date(now.getTime() + approve_seconds * 1_000);
  const { rows } = await pool.query<{ sid: string }>(
    `insert into simulated_registrations as s
       (sid, step, reference, round, facts, number, state, submitted_at, decide_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (step, reference) do update set round = excluded.round,
       facts = case when s.state = 'refused' or not $10 then excluded.facts else s.facts end,
       code = case when s.state = 'refused' then '' else s.code end,
       submitted_at = case when s.state = 'refused' then excluded.submitted_at else s.submitted_at end,
       decide_at = case when s.state = 'refused' then excluded.decide_at else s.decide_at end,
       state = case when s.state = 'refused' then excluded.state else s.state end
     returning sid`,
    [
      prefixes[step] + randomBytes(16).toString("hex"),
      step,
      submission.reference,
      submission.round,
      withoutTaxNumber(submission.facts),
      submission.tollFree?.number ?? "",
      isReviewed(step) ? "pending" : "approved",
      now,
      isReviewed(step) ? decideAt : null,
      isReviewed(step),
    ],
  );
  return rows[0]?.sid ?? "";
}

/** Whether a step's round was taken, so that it needn't be taken again. */
export function wasTaken({ step, round }: KeptSubmission, submission: Submission): boolean {
  return step === "service" || round >= submission.round;
}

/** The state as reviewers see it: they begin to read after half of their time. */
export function stateAt({ state, submitted_at, decide_at }: KeptSubmission, now: Date): ReviewedState {
  if (state !== "pending" || !decide_at) return state;
  return now.getTime() * 2 < submitted_at.getTime() + decide_at.getTime() ? "pending" : "in_review";
}

/** Approves what is due. Returns the sids of what became different, joined numbers' campaigns included. */
export async function settle(pool: pg.Pool, now: Date): Promise<string[]> {
  const approved = await pool.query<{ sid: string }>(
    `update simulated_registrations set state = 'approved', code = '', decide_at = null
     where decide_at <= $1 and state in ('pending', 'in_review') returning sid`,
    [now],
  );
  const joined = await pool.query<{ sid: string }>(
    "update simulated_joins set is_reported = 1 where is_reported = 0 and joined_at <= $1 returning campaign_sid as sid",
    [now],
  );
  return [...new Set([...approved.rows, ...joined.rows].map(({ sid }) => sid))];
}

/** Milliseconds until something is due; null: nothing is. */
export async function msUntilDue(pool: pg.Pool, now: Date): Promise<number | null> {
  const { rows } = await pool.query<{ at: Date | null }>(
    `select least(
       (select min(decide_at) from simulated_registrations where decide_at is not null),
       (select min(joined_at) from simulated_joins where is_reported = 0)
     ) as at`,
  );
  const at = rows[0]?.at;
  return at ? Math.max(0, at.getTime() - now.getTime()) : null;
}

/** Changes a reviewed submission's state; undefined when there is none. */
export async function decide(
  pool: pg.Pool,
  id: number,
  state: ReviewedState,
  code: string,
  decideAt: Date | null,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ sid: string }>(
    `update simulated_registrations set state = $2, code = $3, decide_at = $4
     where id = $1 and step in ('brand', 'campaign', 'verification') returning sid`,
    [id, state, code, decideAt],
  );
  return rows[0]?.sid;
}

/** Puts a number under a campaign; a number that is under one already stays there. */
export async function joinNumber(pool: pg.Pool, numberSid: string, campaign: string, joinedAt: Date): Promise<void> {
  await pool.query(
    "insert into simulated_joins (number_sid, campaign_sid, joined_at) values ($1, $2, $3) on conflict do nothing",
    [numberSid, campaign, joinedAt],
  );
}

/** The state of the campaign that a number is under, and when the number joined. */
export async function joinOf(
  pool: pg.Pool,
  numberSid: string,
): Promise<{ readonly state: ReviewedState; readonly joined_at: Date } | undefined> {
  const { rows } = await pool.query<{ state: ReviewedState; joined_at: Date }>(
    `select s.state, j.joined_at from simulated_joins j join simulated_registrations s on s.sid = j.campaign_sid
     where j.number_sid = $1`,
    [numberSid],
  );
  return rows[0];
}

export async function verificationState(pool: pg.Pool, number: string): Promise<ReviewedState | undefined> {
  const { rows } = await pool.query<{ state: ReviewedState }>(
    "select state from simulated_registrations where step = 'verification' and number = $1 order by id desc limit 1",
    [number],
  );
  return rows[0]?.state;
}
