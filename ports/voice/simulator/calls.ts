import { randomBytes } from "node:crypto";
import type pg from "pg";
import type { CallKey, HangUp, NextStep, OutgoingCall } from "../voice.ts";

/** The stages of a simulated call. */
export const callStages = ["calling", "ringing", "talking", "voicemail", "ended"] as const;
export type CallStage = (typeof callStages)[number];

/** The member's phone rings, in a call that the application placed. */
export interface RingMember {
  readonly kind: "member";
  /** E.164 */
  readonly to: string;
}

/** A call as the simulator's page shows it. */
export interface SimulatedCall {
  readonly id: number;
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly stage: CallStage;
  readonly step: NextStep | RingMember | Record<string, never>;
  /** The application's id of a call that it placed; null for one that a phone made. */
  readonly reference: string | null;
  /** The prompts played so far, and to whom. */
  readonly heard: readonly { readonly by: "caller" | "dealership"; readonly words: string }[];
  readonly at: Date;
  readonly answered_at: Date | null;
  readonly ended_at: Date | null;
}

const columns = `id::float8 as id, sid, reference, "from", "to", stage, step, heard, at, answered_at, ended_at`;

export const newSid = (kind: "CA" | "RE") => `${kind}${randomBytes(16).toString("hex")}`;
export const callKeyOf = ({ sid, reference, from, to }: SimulatedCall): CallKey => ({
  sid: reference ?? sid,
  from,
  to,
});
/** The phone at the other end of ours. */
export const phoneOf = ({ reference, from, to }: SimulatedCall): string => (reference === null ? from : to);

export async function insertCall(pool: pg.Pool, from: string, to: string, at: Date): Promise<SimulatedCall> {
  const { rows } = await pool.query<SimulatedCall>(
    `insert into simulated_calls (sid, "from", "to", stage, at) values ($1, $2, $3, 'calling', $4) returning ${columns}`,
    [newSid("CA"), from, to, at],
  );
  return onlyRow(rows);
}

/** Adds a call that the application places: the member's phone rings. */
export async function insertPlacedCall(pool: pg.Pool, call: OutgoingCall, at: Date): Promise<SimulatedCall> {
  const { reference, from, to, member } = call;
  const step: RingMember = { kind: "member", to: member };
  const { rows } = await pool.query<SimulatedCall>(
    `insert into simulated_calls (sid, reference, "from", "to", stage, step, at)
     values ($1, $2, $3, $4, 'ringing', $5, $6) returning ${columns}`,
    [newSid("CA"), reference, from, to, step, at],
  );
  return onlyRow(rows);
}

export async function callById(pool: pg.Pool, id: number): Promise<SimulatedCall | undefined> {
  return (await pool.query<SimulatedCall>(`select ${columns} from simulated_calls where id = $1`, [id])).rows[0];
}

/** The newest calls with a phone, or with all phones, newest last. */
export async function listCalls(pool: pg.Pool, phone: string | undefined): Promise<SimulatedCall[]> {
  const { rows } = await pool.query<SimulatedCall>(
    `select * from (
       select ${columns} from simulated_calls where $1::text is null or "from" = $1 or (reference is not null and "to" = $1)
       order by simulated_calls.id desc limit 200
     ) newest order by id`,
    [phone ?? null],
  );
  return rows;
}

interface StageChange {
  readonly from: readonly CallStage[];
  readonly to: CallStage;
  readonly at: Date;
  readonly step?: NextStep;
  readonly heard?: SimulatedCall["heard"];
}

/** Advances a call; undefined when it is not in one of the `from` stages, perhaps because of a concurrent change. */
export async function moveCall(pool: pg.Pool, id: number, change: StageChange): Promise<SimulatedCall | undefined> {
  const { rows } = await pool.query<SimulatedCall>(
    `update simulated_calls set stage = $3, step = coalesce($4::jsonb, step), heard = heard || $5::jsonb,
       answered_at = case when $3 = 'talking' then $6::timestamptz else answered_at end,
       ended_at = case when $3 = 'ended' then $6::timestamptz else ended_at end
     where id = $1 and stage = any ($2) returning ${columns}`,
    [
      id,
      change.from,
      change.to,
      change.step && JSON.stringify(change.step),
      JSON.stringify(change.heard ?? []),
      change.at,
    ],
  );
  return rows[0];
}

/** The stage and prompts that follow from a step. */
export function stageOf(step: NextStep): { to: CallStage; heard: SimulatedCall["heard"] } {
  if (step.kind === "connect") return { to: "ringing", heard: [] };
  const words = step.kind === "forward" ? step.announcement : step.kind === "voicemail" ? step.greeting : step.words;
  const heard = words ? [{ by: "caller" as const, words }] : [];
  return { to: step.kind === "forward" ? "ringing" : step.kind === "voicemail" ? "voicemail" : "ended", heard };
}

/** The carrier's behavior when the application doesn't respond. */
export const applicationErrorStep: HangUp = {
  kind: "hang up",
  words: "We are sorry, an application error has occurred.",
};

function onlyRow(rows: SimulatedCall[]): SimulatedCall {
  const [row] = rows;
  if (!row) throw new Error("The simulated carrier stored nothing");
  return row;
}
