import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyReply } from "fastify";
import { Failure } from "#core/failure.ts";
import type { PersonKey } from "#core/people.ts";
import type { Server } from "#core/server/serve.ts";
import { hashToken } from "#core/server/token.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { buildCalendar, type CalendarEntry } from "./buildCalendar.ts";
import { type FeedRow, feedRows, findFeed, setRead } from "./store.ts";

const aDay = 86_400_000;
const daysBack = 90;
const daysAhead = 365;
const readEveryMs = 15 * 60_000;

const reason = "a calendar feed";
/** Of one feed. */
const requestsAnHour = 120;

interface CalendarParams {
  readonly "*": string;
}

/**
 * Serves `/calendar/{token}.ics`, a person's meetings for calendar programs, which can't sign in. It is read-only, says
 * nothing of a customer but the name, and ends with a new address, by hand, and when the person leaves the team.
 */
export function serveCalendar({ http, within, limits, publicUrl, log }: Server): void {
  const host = new URL(publicUrl).hostname;
  http.get<{ Params: CalendarParams }>("/calendar/*", async ({ params, headers }, reply) => {
    try {
      const token = readToken(params["*"]);
      if (!token) return refuse(reply, 404);
      const { person, secret } = token;
      const scope = { dealer_id: person.dealer_id };
      const isKnown = await within.business(scope, reason, ({ db }) => isFeedOf(db, person, secret));
      if (!isKnown) return refuse(reply, 404);
      // Not by address: calendar services ask for many people from one.
      await limits.consume("calendar feed", `${person.dealer_id} ${person.user_id}`, requestsAnHour, 3600);
      const calendar = await within.business(scope, reason, (unit) => calendarOf(unit, person, secret, host));
      if (calendar === undefined) return refuse(reply, 404);
      const etag = `"${createHash("sha256").update(calendar).digest("base64url")}"`;
      closed(reply).header("etag", etag);
      if (headers["if-none-match"] === etag) return reply.code(304).send();
      return reply.type("text/calendar; charset=utf-8").send(calendar);
    } catch (error) {
      if (error instanceof Failure && error.kind === "tooMany")
        return refuse(reply.header("retry-after", String(error.retryAfter ?? 3600)), 429);
      log.error({ err: error }, "a calendar feed failed");
      return refuse(reply, 503);
    }
  });
}

function readToken(text: string): { readonly person: PersonKey; readonly secret: string } | undefined {
  const [, dealer = "", user = "", secret = ""] =
    /^([0-9a-z]{1,10})-([0-9a-z]{1,10})\.([\w-]{43})\.ics$/.exec(text) ?? [];
  const person = { dealer_id: Number.parseInt(dealer, 36), user_id: Number.parseInt(user, 36) };
  return Object.values(person).every((id) => Number.isSafeInteger(id) && id > 0) ? { person, secret } : undefined;
}

async function knownFeed(db: Db, person: PersonKey, secret: string) {
  const feed = await findFeed(db, person);
  return feed && timingSafeEqual(Buffer.from(feed.token_hash), hashToken(secret)) ? feed : undefined;
}

const isFeedOf = async (db: Db, person: PersonKey, secret: string) =>
  (await knownFeed(db, person, secret)) !== undefined;

async function calendarOf({ db, now }: UnitOfWork, person: PersonKey, secret: string, host: string) {
  const feed = await knownFeed(db, person, secret);
  if (!feed) return undefined;
  const at = now().getTime();
  const span = { from: new Date(at - daysBack * aDay), before: new Date(at + daysAhead * aDay) };
  const rows = await feedRows(db, person, span);
  if (!rows) return undefined;
  if (!feed.read_at || at - feed.read_at.getTime() > readEveryMs) await setRead(db, person, now());
  return buildCalendar(
    "PUBLISH",
    rows.map((row) => entryOf(row, person, host)),
    "Rooftop",
  );
}

function entryOf(row: FeedRow, { dealer_id }: PersonKey, host: string): CalendarEntry {
  const { id, title, customer_name, datetime, ends_at, version, created, url, type, place, time_zone, status } = row;
  return {
    uid: `appointment-${dealer_id}-${id}@${host}`,
    sequence: version - 1,
    start: datetime,
    end: ends_at,
    zone: time_zone,
    // The same until something changes, so that nothing unchanged is sent again.
    stamp: created,
    summary: `${title} · ${customer_name}`,
    description: "",
    location: type === 1 ? url : place,
    url,
    isCancelled: status === 2,
  };
}

const refuse = (reply: FastifyReply, status: number) => closed(reply).code(status).type("text/plain").send("");

const closed = (reply: FastifyReply) =>
  reply
    .header("cache-control", "private, no-cache")
    .header("referrer-policy", "no-referrer")
    .header("x-robots-tag", "noindex");
