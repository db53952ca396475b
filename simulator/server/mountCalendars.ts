import type { FastifyInstance } from "fastify";
import type pg from "pg";
import * as z from "zod/mini";
import { Failure, orNotFound } from "#core/failure.ts";
import { parse } from "#core/server/parse.ts";
import type { SimulatedCalendars } from "#ports/calendar/simulator.ts";
import {
  CalendarFaultDraft,
  OwnEventDraft,
  type SimulatorCalendar,
  type SimulatorEvent,
} from "#simulator/calendars.ts";

const Query = z.object({ calendar: z.optional(z.string()) });

/** Mounts what team members do in their simulated calendars. With Google itself there are none. */
export function mountCalendars(
  api: FastifyInstance,
  { calendars, pool }: { readonly calendars: SimulatedCalendars | undefined; readonly pool: pg.Pool },
): void {
  const played = (): SimulatedCalendars => {
    if (!calendars) throw new Failure("conflict", "Calendars are at Google itself.");
    return calendars;
  };
  const accountOf = async (id: number) => {
    const { rows } = await pool.query<{ account: string }>("select account from simulated_calendars where id = $1", [
      id,
    ]);
    return orNotFound(rows[0]).account;
  };

  api.get("/simulator/api/calendars", async () => envelope(calendars ? await listCalendars(pool) : []));

  api.post<{ Params: { id: string } }>("/simulator/api/calendars/:id", async ({ params, body }) => {
    const { is_revoked, holds_rooms, busy_answers } = parse(CalendarFaultDraft, body ?? {});
    await played().setFault(await accountOf(idOf(params.id)), {
      ...(is_revoked !== undefined && { is_revoked }),
      ...(holds_rooms !== undefined && { holds_rooms }),
      ...(busy_answers !== undefined && { busy_answers }),
    });
    return envelope(null, "Set");
  });

  api.get("/simulator/api/events", async ({ query }) =>
    envelope(await listEvents(pool, idOf(parse(Query, query).calendar ?? ""))),
  );

  api.post("/simulator/api/events", async ({ body }) => {
    const { calendar, title, starts_at, ends_at } = parse(OwnEventDraft, body ?? {});
    await played().addOwn(await accountOf(calendar), { title, start: starts_at, end: ends_at });
    return envelope(null, "Added");
  });

  api.delete<{ Params: { calendar: string; id: string } }>(
    "/simulator/api/events/:calendar/:id",
    async ({ params }) => {
      const account = await accountOf(idOf(params.calendar));
      orNotFound((await played().deleteByHand(account, params.id)) || undefined);
      return envelope(null, "Deleted");
    },
  );
}

/** The simulated calendars, those that somebody connected first. */
async function listCalendars(pool: pg.Pool): Promise<SimulatorCalendar[]> {
  const { rows } = await pool.query<SimulatorCalendar>(
    `select s.id::float8 as id, s.account, s.revoked_at is not null as is_revoked, s.busy_answers, s.holds_rooms,
       coalesce(concat_ws(' · ', d.business_name, nullif(trim(u.first_name || ' ' || u.last_name), '')), '') as used_by
     from simulated_calendars s
     left join lateral (select * from calendar_accounts one where one.provider = 'simulator' and one.account = s.account
       order by one.granted_at desc limit 1) c on true
     left join dealers d on d.id = c.dealer_id
     left join users u on u.dealer_id = c.dealer_id and u.id = c.user_id
     order by c.dealer_id is null, s.id desc limit 100`,
  );
  return rows;
}

/** What is in a calendar and not long over, the next first. */
async function listEvents(pool: pg.Pool, calendar: number): Promise<SimulatorEvent[]> {
  const { rows } = await pool.query<SimulatorEvent>(
    `select id, title, location, starts_at, ends_at, room_url, id like 'rooftop%' as is_ours from simulated_events
     where calendar_id = $1 and deleted_at is null and ends_at > now() - interval '7 days'
     order by starts_at, simulated_events.id limit 200`,
    [calendar],
  );
  return rows;
}

const idOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

const envelope = <Data>(data: Data, message = "") => ({ status: "success", message, data });
