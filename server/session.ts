import type { FastifyRequest } from "fastify";
import { Failure } from "#core/failure.ts";
import type { LocationKey, Scope, SupportAccess } from "#core/people.ts";
import type { Identify, Identity, SignInState } from "#core/server/identity.ts";
import { hashToken } from "#core/server/token.ts";
import type { Within } from "#core/server/within.ts";
import { aliveSessions, sessionByToken, touchSession } from "#domains/accounts/server/store.ts";
import { lastSequencesOf } from "#domains/missedEvents/server/public.ts";
import type { Clock } from "#ports/clock/clock.ts";
import type { RealtimeGate } from "#ports/realtime/realtime.ts";

/** The only place that creates scopes: from a session's row and a location that the person belongs to. */
function createScope(dealer_id: number, location_id: number | null): Scope {
  return { dealer_id, location_id } as Scope;
}

type SessionRow = NonNullable<Awaited<ReturnType<typeof sessionByToken>>>;

const touchIntervalMs = 60_000;

async function findSession(
  { within, clock }: { within: Within; clock: Clock },
  token: string,
  state: SignInState = "full",
): Promise<SessionRow | undefined> {
  const now = clock.now();
  const token_hash = hashToken(token);
  const session = await within.cellOf.read({ entry: "session", key: token_hash }, "session", (db) =>
    sessionByToken(db, token_hash, now, state),
  );
  if (session && now.getTime() - session.last_used_at.getTime() > touchIntervalMs) {
    await within.cellOf.read(session, "session", (db) => touchSession(db, session.session_id, now));
  }
  return session;
}

/** The acting location: the requested one if the person belongs to it, or else their first. */
function actingLocation(session: SessionRow, requested: number | undefined): number | null {
  // The operator has no location, but a browser may still send one from support access that has expired.
  if (session.role === "superadmin") return null;
  if (requested === undefined) return session.location_ids[0] ?? null;
  if (!session.location_ids.includes(requested))
    throw new Failure("forbidden", "You don't have access to this location.");
  return requested;
}

/** Identifies a request's person by the bearer token, and the acting location by the Location-Id header. */
export function createIdentify(within: Within, clock: Clock): Identify {
  return async (request, state) => {
    const token = bearerToken(request);
    if (!token) return undefined;
    const session = await findSession({ within, clock }, token, state);
    if (!session) return undefined;
    const supportAccess = supportAccessOf(session);
    if (supportAccess) return supportIdentity(session, supportAccess, requestedLocation(request));
    return identityOf(session, actingLocation(session, requestedLocation(request)));
  };
}

function identityOf(session: SessionRow, location_id: number | null): Identity {
  const { user_id, first_name, last_name, role, session_id } = session;
  const del_allowed = session.del_allowed === 1 || role === "dealer";
  return {
    who: { user_id, first_name, last_name, role, del_allowed, session_id },
    scope: createScope(session.dealer_id, location_id),
    mustChangePassword: session.must_change_password,
  };
}

/** Support access and the location that it opens. */
interface LocationSupportAccess extends SupportAccess, LocationKey {}

function supportAccessOf(session: SessionRow): LocationSupportAccess | undefined {
  const { visit_id, visit_reason: reason, visit_expires_at: expires_at } = session;
  const { visited_dealer: dealer_id, visited_location: location_id } = session;
  if (visit_id === null || reason === null || expires_at === null) return undefined;
  if (dealer_id === null || location_id === null) return undefined;
  return { visit_id, reason, expires_at, dealer_id, location_id };
}

/**
 * With support access the operator sees what the owner sees at the chosen location, under the operator's own user id,
 * which no member of that business has.
 */
function supportIdentity(
  session: SessionRow,
  { dealer_id, location_id, ...visit }: LocationSupportAccess,
  requested: number | undefined,
): Identity {
  const { user_id, first_name, last_name, session_id } = session;
  if (requested !== undefined && requested !== location_id) {
    throw new Failure("forbidden", "You don't have access to this location.");
  }
  return {
    who: { user_id, first_name, last_name, role: "dealer", del_allowed: false, session_id, supportAccess: visit },
    scope: createScope(dealer_id, location_id),
  };
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,100})$/i.exec(request.headers.authorization ?? "")?.[1];
}

/** Browsers always send the header; empty, "null" or "undefined" means no location. */
function requestedLocation(request: FastifyRequest): number | undefined {
  const header = request.headers["location-id"];
  if (header === undefined || header === "" || header === "null" || header === "undefined") return undefined;
  return Number(header);
}

/** Admits realtime connections and finds those whose session has ended. */
export function createGate(within: Within, clock: Clock): RealtimeGate {
  return {
    async authenticate(token, location_id) {
      const session = await findSession({ within, clock }, token);
      // Support access gets no events: its screens show what was there when they asked. Nor does a temporary password.
      if (!session || session.must_change_password || supportAccessOf(session)) return undefined;
      const { session_id, dealer_id, user_id, location_ids } = session;
      if (location_id !== undefined && !location_ids.includes(location_id)) return undefined;
      const actingLocationId = location_id ?? location_ids[0];
      return { session_id, dealer_id, user_id, location_ids: actingLocationId === undefined ? [] : [actingLocationId] };
    },
    async lastSequences(rooms) {
      const perCell = await within.eachCell.read("event heads", (db) => lastSequencesOf(db, rooms));
      return rooms.map((_, at) => Math.max(...perCell.map((heads) => heads[at] ?? 0)));
    },
    async endedSessions(session_ids) {
      const perCell = await within.eachCell.read("sessions", (db) => aliveSessions(db, session_ids, clock.now()));
      const alive = new Set(perCell.flat());
      return session_ids.filter((id) => !alive.has(id));
    },
  };
}
