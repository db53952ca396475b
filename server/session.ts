import type { FastifyRequest } from "fastify";
import { Failure } from "#core/failure.ts";
import type { Scope, Visit } from "#core/people.ts";
import type { Identify, Identity, SignInState } from "#core/server/identity.ts";
import type { Within } from "#core/server/within.ts";
import { aliveSessions, sessionByToken, touchSession } from "#domains/accounts/server/store.ts";
import { hashToken } from "#domains/accounts/server/token.ts";
import { headsOf } from "#domains/live/server/public.ts";
import type { Clock } from "#ports/clock/clock.ts";
import type { RealtimeGate } from "#ports/realtime/realtime.ts";

/** The only maker of scopes: from a session's row, and from the acting location that the person belongs to. */
function scopeOf(dealer_id: number, location_id: number | null): Scope {
  return { dealer_id, location_id } as Scope;
}

type Session = NonNullable<Awaited<ReturnType<typeof sessionByToken>>>;

const aMinute = 60_000;

async function sessionOf(
  { within, clock }: { within: Within; clock: Clock },
  token: string,
  state: SignInState = "full",
): Promise<Session | undefined> {
  const now = clock.now();
  const session = await within.lookup("session", (db) => sessionByToken(db, hashToken(token), now, state));
  if (session && now.getTime() - session.last_used_at.getTime() > aMinute) {
    await within.lookup("session", (db) => touchSession(db, session.session_id, now));
  }
  return session;
}

/** The acting location: the one that is named, if the person belongs to it; else the person's own. */
function actingLocation(session: Session, named: number | undefined): number | null {
  // The operator acts at none; a browser may still name the one that it looked into until the time was up.
  if (session.role === "superadmin") return null;
  if (named === undefined) return session.location_ids[0] ?? null;
  if (!session.location_ids.includes(named)) throw new Failure("forbidden", "You do not belong to this location.");
  return named;
}

/** Finds the person behind a request: the bearer token's session, and the acting location of the Location-Id header. */
export function createIdentify(within: Within, clock: Clock): Identify {
  return async (request, state) => {
    const token = bearerOf(request);
    if (!token) return undefined;
    const session = await sessionOf({ within, clock }, token, state);
    if (!session) return undefined;
    const visit = visitOf(session);
    if (visit) return visitorOf(session, visit, namedLocation(request));
    return identityOf(session, actingLocation(session, namedLocation(request)));
  };
}

function identityOf(session: Session, location_id: number | null): Identity {
  const { user_id, first_name, last_name, role, session_id } = session;
  const del_allowed = session.del_allowed === 1 || role === "dealer";
  return {
    who: { user_id, first_name, last_name, role, del_allowed, session_id },
    scope: scopeOf(session.dealer_id, location_id),
    mustChangePassword: session.must_change_password,
  };
}

interface VisitOf extends Visit {
  readonly dealer_id: number;
  readonly location_id: number;
}

function visitOf(session: Session): VisitOf | undefined {
  const { visit_id, visit_reason: reason, visit_expires_at: expires_at } = session;
  const { visited_dealer: dealer_id, visited_location: location_id } = session;
  if (visit_id === null || reason === null || expires_at === null) return undefined;
  if (dealer_id === null || location_id === null) return undefined;
  return { visit_id, reason, expires_at, dealer_id, location_id };
}

/**
 * The operator who looks into a business sees what its owner would at the one location that was chosen, and stays who
 * they are: no person of that business has their id.
 */
function visitorOf(
  session: Session,
  { dealer_id, location_id, ...visit }: VisitOf,
  named: number | undefined,
): Identity {
  const { user_id, first_name, last_name, session_id } = session;
  if (named !== undefined && named !== location_id) {
    throw new Failure("forbidden", "You do not belong to this location.");
  }
  return {
    who: { user_id, first_name, last_name, role: "dealer", del_allowed: false, session_id, visit },
    scope: scopeOf(dealer_id, location_id),
  };
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,100})$/i.exec(request.headers.authorization ?? "")?.[1];
}

/** Browsers send the header always; empty, or the operator's "null", names none. */
function namedLocation(request: FastifyRequest): number | undefined {
  const named = request.headers["location-id"];
  if (named === undefined || named === "" || named === "null" || named === "undefined") return undefined;
  return Number(named);
}

/** Lets browsers' live connections in, and finds the ones whose session has ended. */
export function createGate(within: Within, clock: Clock): RealtimeGate {
  return {
    async admit(token, location_id) {
      const session = await sessionOf({ within, clock }, token);
      // Whoever looks into an account hears of nothing: their screens ask now and then.
      if (!session || visitOf(session)) return undefined;
      const { session_id, dealer_id, user_id, location_ids } = session;
      if (location_id !== undefined && !location_ids.includes(location_id)) return undefined;
      const acting = location_id ?? location_ids[0];
      return { session_id, dealer_id, user_id, location_ids: acting === undefined ? [] : [acting] };
    },
    heads: (rooms) => within.lookup("event heads", (db) => headsOf(db, rooms)),
    async ended(session_ids) {
      const alive = new Set(await within.lookup("sessions", (db) => aliveSessions(db, session_ids, clock.now())));
      return session_ids.filter((id) => !alive.has(id));
    },
  };
}
