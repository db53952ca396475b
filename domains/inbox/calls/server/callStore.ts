import { type NotNull, sql } from "kysely";
import { lockByName } from "#core/server/advisoryLock.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { Recording } from "#ports/voice/voice.ts";
import type { CallState, DialState } from "../rules.ts";

/** Identifies a stored call. */
export interface StoredCallKey {
  readonly dealer_id: number;
  readonly call_id: number;
}

/** The dealer and location of a stored call. Needs a connection that sees all dealers' rows. */
export async function scopeOfCall(db: Db, sid: string) {
  const call = db.selectFrom("calls").where("sid", "=", sid);
  return call.select(["dealer_id", "location_id"]).executeTakeFirst();
}

const columns = [
  "dealer_id",
  "location_id",
  "id",
  "chat_id",
  "customer_id",
  "message_id",
  "sid",
  "direction",
  "user_id",
  "from_number",
  "to_number",
  "forwarded_to",
  "also_rings",
  "ring",
  "recording_consent",
  "asked_at",
  "accepted_at",
  "answered_at",
  "dialed",
  "started_at",
  "voicemail_at",
  "ended_at",
  "duration",
  "state",
  "recording_id",
  "texted_at",
  "spam",
  "source",
] as const;

export type CallRow = NonNullable<Awaited<ReturnType<typeof lockCall>>>;

/** A call; locks its row until the transaction ends. */
export async function lockCall(db: Db, { dealer_id, call_id }: StoredCallKey) {
  const call = db.selectFrom("calls").where("dealer_id", "=", dealer_id).where("id", "=", call_id);
  return call.select(columns).forUpdate().executeTakeFirst();
}

export async function callIdBySid(db: Db, dealer_id: number, sid: string): Promise<number | undefined> {
  const call = db.selectFrom("calls").where("dealer_id", "=", dealer_id).where("sid", "=", sid);
  return (await call.select("id").executeTakeFirst())?.id;
}

export interface NewCall {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly chat_id: number | null;
  readonly customer_id: number | null;
  readonly sid: string;
  readonly from_number: string;
  readonly to_number: string;
  /** The first phone that rings, and those besides it or after it; empty when nothing rings. */
  readonly forwarded_to: string;
  readonly also_rings: string[];
  readonly ring: string;
  readonly recording_consent: number;
  /** Where the caller found the number; empty for a main number. */
  readonly source: string;
  readonly dialed: DialState;
  readonly started_at: Date;
}

/** Adds a call; one from a phone that was marked as spam at the location is spam, too. */
export async function insertCall(db: Db, call: NewCall): Promise<number> {
  const { dealer_id, location_id, from_number, started_at } = call;
  const spam = await isSpam(db, call);
  const may_be_first = sql<number>`(${from_number}::text <> '' and not exists (select from calls
      where dealer_id = ${dealer_id} and location_id = ${location_id} and from_number = ${from_number}
        and started_at < ${started_at}))::int`;
  return (
    await db
      .insertInto("calls")
      .values({ ...call, spam, may_be_first })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
}

/** The customer's phone: the caller's, or the called one. */
export const otherPhoneOf = ({ direction, from_number, to_number }: CallRow): string =>
  direction === "outgoing" ? to_number : from_number;

/** 1 when the phone's newest call at the location is marked. */
async function isSpam(db: Db, { dealer_id, location_id, from_number }: NewCall): Promise<number> {
  const last = await db
    .selectFrom("calls")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("from_number", "=", from_number)
    .where("from_number", "<>", "")
    .where("direction", "=", "incoming")
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .select("spam")
    .limit(1)
    .executeTakeFirst();
  return last?.spam ?? 0;
}

export interface CallChange {
  readonly asked_at?: Date;
  readonly accepted_at?: Date;
  readonly answered_at?: Date;
  readonly carrier_sid?: string;
  readonly dialed?: DialState;
  readonly voicemail_at?: Date;
  readonly ended_at?: Date;
  readonly duration?: number;
  readonly state?: CallState;
  readonly message_id?: number;
  readonly recording_id?: number;
  readonly texted_at?: Date;
}

export async function updateCall(db: Db, { dealer_id, call_id }: StoredCallKey, change: CallChange): Promise<void> {
  if (Object.keys(change).length === 0) return;
  const call = db.updateTable("calls").set(change).where("dealer_id", "=", dealer_id);
  await call.where("id", "=", call_id).execute();
}

/** When a chat's customer was last texted about a missed call. */
export async function lastTextedAt(db: Db, dealer_id: number, chat_id: number): Promise<Date | null> {
  const call = await db
    .selectFrom("calls")
    .where("dealer_id", "=", dealer_id)
    .where("chat_id", "=", chat_id)
    .where("texted_at", "is not", null)
    .orderBy("texted_at", "desc")
    .select("texted_at")
    .limit(1)
    .executeTakeFirst();
  return call?.texted_at ?? null;
}

export interface NewOutgoingCall {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly chat_id: number;
  readonly customer_id: number;
  /** The member who calls. */
  readonly user_id: number;
  /** Our reference. */
  readonly sid: string;
  readonly from_number: string;
  readonly to_number: string;
  /** The member's phone. */
  readonly forwarded_to: string;
  readonly recording_consent: number;
  readonly started_at: Date;
}

/** Adds a call that is about to be placed. */
export async function insertOutgoingCall(db: Db, call: NewOutgoingCall): Promise<number> {
  const added = db
    .insertInto("calls")
    .values({ ...call, direction: "outgoing", may_be_first: 0 })
    .returning("id");
  return (await added.executeTakeFirstOrThrow()).id;
}

/** True while a member's phone may still ring for an earlier call; takes a lock, so that concurrent requests wait. */
export async function isPlacing(
  db: Db,
  { dealer_id, user_id }: { readonly dealer_id: number; readonly user_id: number },
  since: Date,
): Promise<boolean> {
  await lockByName(db, `outgoing call ${user_id}`);
  const call = await db
    .selectFrom("calls")
    .where("dealer_id", "=", dealer_id)
    .where("user_id", "=", user_id)
    .where("started_at", ">", since)
    .where("state", "=", "ringing")
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return call !== undefined;
}

/** Stores a recording's reference; repeats are ignored. */
export async function insertRecording(
  db: Db,
  { dealer_id, call_id }: StoredCallKey,
  recording: Recording,
  reported_at: Date,
) {
  const { sid, url, part, duration = null } = recording;
  await db
    .insertInto("call_recordings")
    .values({ dealer_id, call_id, sid, url, part, duration, told_at: reported_at })
    .onConflict((conflict) => conflict.columns(["dealer_id", "sid"]).doNothing())
    .execute();
}

/** A call's recordings, in the order they were reported. */
export async function recordingsOf(db: Db, { dealer_id, call_id }: StoredCallKey) {
  return db
    .selectFrom("call_recordings")
    .where("dealer_id", "=", dealer_id)
    .where("call_id", "=", call_id)
    .orderBy("id")
    .select(["id", "part", "state", "duration"])
    .execute();
}

export async function recordingById(db: Db, dealer_id: number, id: number) {
  return db
    .selectFrom("call_recordings")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .select(["id", "call_id", "sid", "url", "state", "tries"])
    .executeTakeFirst();
}

export interface RecordingChange {
  readonly state?: "fetching" | "kept" | "failed";
  readonly tries?: number;
  readonly storage_key?: string;
}

export async function updateRecording(db: Db, dealer_id: number, id: number, change: RecordingChange): Promise<void> {
  const recording = db.updateTable("call_recordings").set(change).where("dealer_id", "=", dealer_id);
  await recording.where("id", "=", id).execute();
}

/** The stored recordings of a message's call, so that `hideFiles` can move them. */
export const recordingFiles = {
  async of(db: Db, dealer_id: number, message_id: number) {
    const recordings = db
      .selectFrom("calls")
      .innerJoin("call_recordings as recording", (join) =>
        join.onRef("recording.dealer_id", "=", "calls.dealer_id").onRef("recording.call_id", "=", "calls.id"),
      )
      .where("calls.dealer_id", "=", dealer_id)
      .where("calls.message_id", "=", message_id)
      .where("recording.storage_key", "is not", null);
    return recordings
      .select(["recording.id", "recording.storage_key"])
      .$narrowType<{ storage_key: NotNull }>()
      .execute();
  },
  move: (db: Db, dealer_id: number, id: number, storage_key: string) =>
    updateRecording(db, dealer_id, id, { storage_key }),
};

interface CallTarget {
  readonly chat_id: number;
  readonly customer_id: number;
}

/** Moves a chat's calls to another chat and customer, so that later reports update the right message. */
export async function moveCalls(db: Db, dealer_id: number, from: number, to: CallTarget): Promise<void> {
  await db.updateTable("calls").set(to).where("dealer_id", "=", dealer_id).where("chat_id", "=", from).execute();
}

/** Moves the calls with these phones back. */
export async function moveCallsBack(
  db: Db,
  dealer_id: number,
  from: number,
  to: CallTarget,
  phones: readonly string[],
): Promise<void> {
  const calls = db.updateTable("calls").set(to).where("dealer_id", "=", dealer_id).where("chat_id", "=", from);
  const isWith = sql<boolean>`case direction when 'outgoing' then to_number else from_number end = any(${[...phones]}::text[])`;
  await calls.where(isWith).execute();
}
