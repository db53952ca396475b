import { randomUUID } from "node:crypto";
import type pg from "pg";
import { type AccessFailure, leftTooLate } from "../access.ts";
import type { Clock } from "../clock/clock.ts";
import type { CalendarAccounts, CalendarEvent, EventRoom, RemoveResult, WriteResult } from "./calendar.ts";

/** What goes wrong at the provider on purpose. */
export interface CalendarFault {
  /** The next so many requests are answered with "busy". */
  readonly busy_answers?: number;
  readonly is_revoked?: boolean;
  /** Rooms stay on their way; once they aren't held any more, all of them are there. */
  readonly holds_rooms?: boolean;
}

export interface OwnEvent {
  readonly title: string;
  readonly start: Date;
  readonly end: Date;
}

/** Simulated calendars, with what their owners do. Calendars are named by their account. */
export interface SimulatedCalendars extends CalendarAccounts {
  /** @returns the event's id; undefined for an absent calendar. */
  addOwn(account: string, event: OwnEvent): Promise<string | undefined>;
  /** Deletes an event by hand, whoever wrote it. @returns false for an absent one, as do the next two. */
  deleteByHand(account: string, id: string): Promise<boolean>;
  /** Provides no room for an event. */
  failRoom(account: string, id: string): Promise<boolean>;
  setFault(account: string, fault: CalendarFault): Promise<boolean>;
}

export interface SimulatedCalendarSettings {
  readonly pool: pg.Pool;
  readonly clock: Clock;
}

const revoked: AccessFailure = { kind: "needs_access", why: "The simulated calendar withdrew the access" };
const busy: AccessFailure = { kind: "busy", why: "The simulated calendar is busy", retryAfter: 60 };
const absent: AccessFailure = { kind: "missing", why: "The simulated calendar doesn't have it" };

interface CalendarRow {
  readonly id: number;
  readonly holds_rooms: boolean;
}

interface EventRow {
  readonly version: number;
  readonly deleted_at: Date | null;
  readonly room_request: string;
  readonly room_url: string;
  readonly room_failed: boolean;
}

/** Calendars without a provider: in the database, and played by whoever opens the simulator. */
export function createSimulatedCalendars({ pool, clock }: SimulatedCalendarSettings): SimulatedCalendars {
  /** Never throws: who has no database has no calendar either. */
  async function inCalendar<T>(
    access: string,
    work: (calendar: CalendarRow) => Promise<T>,
  ): Promise<T | AccessFailure> {
    try {
      const { rows } = await pool.query(
        `update simulated_calendars c set busy_answers = greatest(c.busy_answers - 1, 0)
         from simulated_calendars was where was.id = c.id and c.access = $1
         returning c.id, c.holds_rooms, c.revoked_at, was.busy_answers`,
        [access],
      );
      const [row] = rows;
      if (!row || row.revoked_at) return revoked;
      return row.busy_answers > 0 ? busy : await work(row);
    } catch (error) {
      return { kind: "busy", why: error instanceof Error ? error.name : "unknown" };
    }
  }

  async function find({ id: calendar_id }: CalendarRow, id: string): Promise<EventRow | undefined> {
    const text = "select * from simulated_events where calendar_id = $1 and id = $2";
    return (await pool.query<EventRow>(text, [calendar_id, id])).rows[0];
  }

  async function save(calendar: CalendarRow, event: CalendarEvent): Promise<WriteResult> {
    const { id, title, description, location, start, end, roomRequest } = event;
    const room = calendar.holds_rooms || roomRequest === "" ? "" : roomUrl();
    const { rows } = await pool.query<EventRow>(
      `insert into simulated_events as was
         (calendar_id, id, title, description, location, starts_at, ends_at, room_request, room_url)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (calendar_id, id) do update set title = $3, description = $4, location = $5, starts_at = $6,
         ends_at = $7, version = was.version + 1, deleted_at = null,
         room_request = case when $8 = '' then was.room_request else $8 end,
         room_url = case when $8 in ('', was.room_request) or was.room_url <> '' then was.room_url else $9 end,
         room_failed = was.room_failed and $8 in ('', was.room_request)
       returning *`,
      [calendar.id, id, title, description, location, start, end, roomRequest, room],
    );
    const [row] = rows;
    return row ? { kind: "written", etag: String(row.version), room: roomOf(row) } : absent;
  }

  const change = async (text: string, values: readonly unknown[]) =>
    (await pool.query(text, [...values])).rowCount === 1;
  const ofAccount = "calendar_id = (select id from simulated_calendars where account = $1) and id = $2";

  return {
    provider: "simulator",
    consentUrl: (redirect, state, account = "") =>
      `${redirect}?${new URLSearchParams({ state, code: `simulated${account && ` ${account}`}` })}`,

    async redeem(code) {
      const [, known] = /^simulated(?: ([\w.@+-]{1,200}))?$/.exec(code) ?? [undefined, "unknown"];
      if (known === "unknown") return { kind: "needs_access", why: "The simulated calendar doesn't know this code" };
      const access = randomUUID();
      const account = known ?? `member-${access.slice(0, 8)}@calendar.example`;
      await pool.query(
        `insert into simulated_calendars (account, access) values ($1, $2)
         on conflict (account) do update set access = $2, revoked_at = null`,
        [account, access],
      );
      return { kind: "granted", access, account };
    },

    async revoke(access) {
      try {
        const text = "update simulated_calendars set revoked_at = $2 where access = $1";
        await pool.query(text, [access, clock.now()]);
        return { kind: "revoked" };
      } catch (error) {
        return { kind: "busy", why: error instanceof Error ? error.name : "unknown" };
      }
    },

    write: (access, event, etag, leaveBy) =>
      inCalendar<WriteResult>(access, async (calendar) => {
        const current = await find(calendar, event.id);
        if (leaveBy.hasPassed()) return leftTooLate;
        // What we wrote, and its owner deleted, stays deleted.
        if (etag !== "" && current?.deleted_at) return { kind: "deleted" };
        return save(calendar, event);
      }),

    room: (access, id) =>
      inCalendar(access, async (calendar) => {
        const row = await find(calendar, id);
        return row ? { kind: "room" as const, room: roomOf(row) } : absent;
      }),

    remove: (access, id, leaveBy) =>
      inCalendar<RemoveResult>(access, async (calendar) => {
        if (leaveBy.hasPassed()) return leftTooLate;
        const text =
          "update simulated_events set deleted_at = $3, version = version + 1 where calendar_id = $1 and id = $2";
        await pool.query(text, [calendar.id, id, clock.now()]);
        return { kind: "removed" };
      }),

    times: (access, { from, before }) =>
      inCalendar(access, async ({ id }) => {
        const { rows } = await pool.query<{ start: Date; end: Date }>(
          `select lower(span) as start, upper(span) as end from (
             select unnest(range_agg(tstzrange(starts_at, ends_at))) as span from simulated_events
             where calendar_id = $1 and deleted_at is null and starts_at < $3 and ends_at > $2) merged order by 1`,
          [id, from, before],
        );
        return { kind: "times" as const, busy: rows };
      }),

    async addOwn(account, { title, start, end }) {
      const id = randomUUID().replaceAll("-", "");
      const added = await change(
        `insert into simulated_events (calendar_id, id, title, starts_at, ends_at)
         select id, $2, $3, $4, $5 from simulated_calendars where account = $1`,
        [account, id, title, start, end],
      );
      return added ? id : undefined;
    },

    deleteByHand: (account, id) =>
      change(
        `update simulated_events set deleted_at = $3, version = version + 1 where ${ofAccount} and deleted_at is null`,
        [account, id, clock.now()],
      ),

    failRoom: (account, id) =>
      change(`update simulated_events set room_failed = true, room_url = '' where ${ofAccount}`, [account, id]),

    async setFault(account, { busy_answers, is_revoked, holds_rooms }) {
      const { rows } = await pool.query<{ id: number }>(
        `update simulated_calendars set busy_answers = coalesce($2, busy_answers),
           holds_rooms = coalesce($3, holds_rooms),
           revoked_at = case when $4::boolean is null then revoked_at when $4 then $5::timestamptz end
         where account = $1 returning id`,
        [account, busy_answers, holds_rooms, is_revoked, clock.now()],
      );
      const [calendar] = rows;
      if (calendar && holds_rooms === false) await letRoomsGo(pool, calendar.id);
      return calendar !== undefined;
    },
  };
}

async function letRoomsGo(pool: pg.Pool, calendar_id: number): Promise<void> {
  const waiting = await pool.query<{ id: string }>(
    "select id from simulated_events where calendar_id = $1 and room_request <> '' and room_url = '' and not room_failed",
    [calendar_id],
  );
  for (const { id } of waiting.rows) {
    const text = "update simulated_events set room_url = $3 where calendar_id = $1 and id = $2";
    await pool.query(text, [calendar_id, id, roomUrl()]);
  }
}

/** In the form of Google's own: `https://meet.google.com/sim-abcd-efg`. */
function roomUrl(): string {
  const letters = [...randomUUID().replace(/[^\da-f]/g, "")].map((digit) =>
    String.fromCharCode(97 + Number.parseInt(digit, 16)),
  );
  return `https://meet.google.com/sim-${letters.slice(0, 4).join("")}-${letters.slice(4, 7).join("")}`;
}

function roomOf({ room_request, room_url, room_failed }: EventRow): EventRoom {
  if (room_url !== "") return { state: "ready", url: room_url };
  if (room_failed) return { state: "failed" };
  return { state: room_request === "" ? "none" : "pending" };
}
