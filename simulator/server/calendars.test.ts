import Fastify, { type FastifyInstance } from "fastify";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptBodies } from "#core/server/body.ts";
import { answerFailures } from "#core/server/failures.ts";
import { createSimulatedCalendars } from "#ports/calendar/simulator.ts";
import { systemClock } from "#ports/clock/system.ts";
import { freshDatabase } from "#testing/database.ts";
import { inTime } from "#testing/deadlines.ts";
import { mountCalendars } from "./mountCalendars.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;
let pool: pg.Pool;
let http: FastifyInstance;

beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  http = Fastify();
  answerFailures(http);
  await acceptBodies(http);
  mountCalendars(http, { calendars: createSimulatedCalendars({ pool, clock: systemClock }), pool });
  await http.ready();
});
afterAll(async () => {
  await http.close();
  await pool.end();
  await database.drop();
});

const get = async (path: string) => (await http.inject({ url: `/simulator/api/${path}` })).json().data;
const send = (method: "POST" | "DELETE", path: string, payload: object = {}) =>
  http.inject({ method, url: `/simulator/api/${path}`, payload });

test("plays a member in their calendar: what is in it, what they add and delete, and what goes wrong there", async () => {
  const calendars = createSimulatedCalendars({ pool, clock: systemClock });
  const granted = await calendars.redeem("simulated a@calendar.example", "");
  const access = granted.kind === "granted" ? granted.access : "";
  const [{ id }] = await get("calendars");
  expect(await get("calendars")).toMatchObject([{ account: "a@calendar.example", used_by: "", is_revoked: false }]);
  const tomorrow = Date.now() + 86_400_000;
  const at = (hours: number) => new Date(tomorrow + hours * 3_600_000);
  const event = {
    id: "rooftopabc",
    title: "Trade-in",
    description: "",
    location: "Bay 2",
    zone: "UTC",
    roomRequest: "r",
  };
  await calendars.write(access, { ...event, start: at(2), end: at(3) }, "", inTime);
  const own = { calendar: id, title: "Dentist", starts_at: at(0).toISOString(), ends_at: at(1).toISOString() };
  expect((await send("POST", "events", own)).statusCode).toBe(200);
  const shown = await get(`events?calendar=${id}`);
  expect(shown).toMatchObject([
    { title: "Dentist", is_ours: false, room_url: "" },
    { title: "Trade-in", is_ours: true, room_url: expect.stringMatching(/^https:/) },
  ]);
  await send("POST", `calendars/${id}`, { is_revoked: true, busy_answers: 2, holds_rooms: true });
  expect(await get("calendars")).toMatchObject([{ is_revoked: true, busy_answers: 2, holds_rooms: true }]);
  const path = `events/${id}/${event.id}`;
  expect([(await send("DELETE", path)).statusCode, (await send("DELETE", path)).statusCode]).toEqual([200, 404]);
  for (const wrong of [{}, { ...own, title: " " }, { ...own, starts_at: "soon" }, { ...own, ends_at: own.starts_at }])
    expect((await send("POST", "events", wrong)).statusCode).toBe(422);
  for (const unknown of [
    { ...own, calendar: 999 },
    { ...own, calendar: 0 },
  ])
    expect((await send("POST", "events", unknown)).statusCode).toBe(404);
  expect((await send("POST", "calendars/x", { busy_answers: 1 })).statusCode).toBe(404);
  expect((await send("POST", `calendars/${id}`, { busy_answers: -1 })).statusCode).toBe(422);
});

test("with Google itself nothing is played", async () => {
  const bare = Fastify();
  answerFailures(bare);
  await acceptBodies(bare);
  mountCalendars(bare, { calendars: undefined, pool });
  expect((await bare.inject({ url: "/simulator/api/calendars" })).json().data).toEqual([]);
  const refused = await bare.inject({ method: "POST", url: "/simulator/api/calendars/1", payload: {} });
  expect(refused.statusCode).toBe(409);
  await bare.close();
});
