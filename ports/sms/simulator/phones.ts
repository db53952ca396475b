import { randomBytes } from "node:crypto";
import type pg from "pg";
import type { CarrierKeyword, OutgoingText } from "../sms.ts";
import type { Fault } from "./faults.ts";

/** A text as the simulator's page shows it. */
export interface SimulatedMessage {
  readonly id: number;
  readonly direction: "to_phone" | "from_phone";
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly media: readonly string[];
  readonly status: string;
  /** The carrier's code when the text failed; otherwise empty. */
  readonly error_code: string;
  readonly at: Date;
}

export interface SimulatedPhone {
  readonly phone: string;
  readonly last: SimulatedMessage;
}

/** A callback due after so many milliseconds: the text's new status, or null for an inbound text. */
interface ScheduledCallback {
  readonly status: "sent" | "delivered" | "failed" | null;
  readonly after: number;
  readonly error_code?: string;
  readonly is_lost?: boolean;
}

const columns = `id::float8 as id, direction, "from", "to", body, media, status, error_code, at`;
const sentAfter = 150;
const deliveredAfter = 400;

/** Accepts a text and schedules all its status reports, in one statement. */
export async function acceptText(pool: pg.Pool, text: OutgoingText, at: Date, fault: Fault): Promise<string> {
  const sid = `SM${randomBytes(16).toString("hex")}`;
  const row = { ...text, sid, direction: "to_phone", status: "queued", at };
  await insert(pool, row, statusCallbacks(fault));
  return sid;
}

/** A text that a phone sends. */
export interface PhoneText extends Pick<OutgoingText, "from" | "to" | "body" | "media"> {
  /** What the carrier takes it for, whatever its words. */
  readonly carrierKeyword?: CarrierKeyword | undefined;
}

/** Stores a text from a phone and schedules its delivery to the application. */
export async function storeInbound(pool: pg.Pool, text: PhoneText, at: Date, fault: Fault): Promise<SimulatedMessage> {
  const sid = `${text.media.length > 0 ? "MM" : "SM"}${randomBytes(16).toString("hex")}`;
  const row = { ...text, sid, direction: "from_phone", status: "received", reference: "", at };
  return insert(pool, row, withDuplicates([{ status: null, after: fault.delay ?? 0 }], fault));
}

function statusCallbacks(fault: Fault): ScheduledCallback[] {
  const delay = fault.delay ?? 0;
  const is_lost = fault.lose ?? false;
  const final: ScheduledCallback = fault.refuse
    ? { status: "failed", error_code: fault.refuse, after: deliveredAfter + delay, is_lost }
    : { status: "delivered", after: deliveredAfter + delay, is_lost };
  const sent: ScheduledCallback = { status: "sent", after: sentAfter + delay, is_lost };
  return withDuplicates(
    fault.shuffle
      ? [
          { ...final, after: sent.after },
          { ...sent, after: final.after },
        ]
      : [sent, final],
    fault,
  );
}

function withDuplicates(callbacks: ScheduledCallback[], fault: Fault): ScheduledCallback[] {
  return Array.from({ length: 1 + (fault.duplicate ?? 0) }).flatMap(() => callbacks);
}

type NewSimulatedMessage = OutgoingText &
  Pick<PhoneText, "carrierKeyword"> & { sid: string; direction: string; status: string; at: Date };

async function insert(
  pool: pg.Pool,
  row: NewSimulatedMessage,
  callbacks: ScheduledCallback[],
): Promise<SimulatedMessage> {
  const { rows } = await pool.query<SimulatedMessage>(
    `with message as (
       insert into simulated_messages (sid, direction, "from", "to", body, media, status, reference, at, carrier_keyword)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $11)
       returning *
     ), callbacks as (
       insert into simulated_tellings (message_id, status, error_code, is_lost, due_at)
       select message.id, c.status, coalesce(c.error_code, ''), coalesce(c.is_lost, false), now() + c.after * interval '1 millisecond'
       from message, jsonb_to_recordset($10) as c (status text, error_code text, is_lost boolean, after integer)
     )
     select ${columns} from message`,
    [
      row.sid,
      row.direction,
      row.from,
      row.to,
      row.body,
      JSON.stringify(row.media),
      row.status,
      row.reference,
      row.at,
      JSON.stringify(callbacks),
      row.carrierKeyword ?? null,
    ],
  );
  const [message] = rows;
  if (!message) throw new Error("The simulated carrier stored nothing");
  return message;
}

/** The newest texts from and to a phone, or of all phones, newest last. */
export async function listMessages(pool: pg.Pool, phone: string | undefined): Promise<SimulatedMessage[]> {
  const { rows } = await pool.query<SimulatedMessage>(
    `select * from (
       select ${columns} from simulated_messages
       where $1::text is null or (direction = 'to_phone' and "to" = $1) or (direction = 'from_phone' and "from" = $1)
       order by simulated_messages.id desc limit 1000
     ) newest order by id`,
    [phone ?? null],
  );
  return rows;
}

/** The phones of the newest texts, newest first. */
export async function listPhones(pool: pg.Pool): Promise<SimulatedPhone[]> {
  const { rows } = await pool.query<SimulatedMessage>(
    `select * from (
       select distinct on (phone) ${columns}
       from (
         select *, case direction when 'to_phone' then "to" else "from" end as phone
         from simulated_messages order by simulated_messages.id desc limit 5000
       ) newest
       order by phone, newest.id desc
     ) latest order by id desc limit 500`,
  );
  return rows.map((last) => ({ phone: last.direction === "to_phone" ? last.to : last.from, last }));
}
