import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import {
  allRows,
  type BodyOf,
  type Call,
  type CallMap,
  type DataOf,
  type FileOf,
  maxPageRows,
  type ParamsOf,
  type RowOf,
  TableQuery,
} from "#core/call.ts";
import { Failure, invalidField, readOnlyAccessFailure } from "#core/failure.ts";
import type { IceServer } from "#core/iceServers.ts";
import { type Access, allows, type CurrentUser, type LocationScope, type Scope } from "#core/people.ts";
import type { Ports } from "#ports/ports.ts";
import { type BodySettings, readForm } from "./body.ts";
import { type Cookies, cookiesOf } from "./cookies.ts";
import type { Identify, Identity } from "./identity.ts";
import type { IntervalJobs } from "./intervalJobs.ts";
import { parse } from "./parse.ts";
import type { RateLimiter } from "./rateLimiter.ts";
import { readOnlyWithin } from "./readOnlyWithin.ts";
import type { TablePage } from "./table.ts";
import type { RunApart } from "./threadWork.ts";
import type { Origin, UnitOfWork } from "./unitOfWork.ts";
import type { Within } from "./within.ts";

/** What a domain's calls are mounted on. */
export interface Server {
  readonly http: FastifyInstance;
  readonly within: Within;
  readonly ports: Ports;
  readonly limits: RateLimiter;
  readonly intervalJobs: IntervalJobs;
  readonly apart: RunApart;
  /** The connections of people's requests, for what a job writes beside its own unit of work, such as its progress. */
  readonly withinPeople: Within;
  readonly identify: Identify;
  readonly log: FastifyBaseLogger;
  /** The key that one-time codes are hashed with. */
  readonly secret: string;
  /** The base URL for users and carriers, without a trailing slash. */
  readonly publicUrl: string;
  /** What helps the browsers of a video meeting to reach each other. */
  readonly iceServers: readonly IceServer[];
  /** Every mounted call: for the documentation and the generated tests. */
  readonly mountedCalls: Call[];
}

/** What every handler receives besides its input. */
export interface Deps {
  readonly ports: Ports;
  readonly limits: RateLimiter;
  readonly within: Within;
  readonly origin: Origin;
  readonly log: FastifyBaseLogger;
  readonly secret: string;
  readonly publicUrl: string;
  readonly iceServers: readonly IceServer[];
  readonly cookies: Cookies;
}

/** The caller and their scope: staff act at a location, the operator at none. */
interface CallerIdentity<S extends Scope> {
  readonly who: CurrentUser;
  readonly scope: S;
}

type CallerIdentityOf<A extends Access> = A extends "anyone"
  ? unknown
  : "pending" extends A
    ? CallerIdentity<Scope>
    : "superadmin" extends A[number]
      ? CallerIdentity<Scope>
      : CallerIdentity<LocationScope>;

/** Inside a unit of work, which holds a connection: without what would ask for another one. */
type DepsInUnit = Omit<Deps, "within" | "limits">;

export type ContextOf<C extends Call> = (C["withoutLocation"] extends true
  ? CallerIdentity<Scope>
  : CallerIdentityOf<C["allow"]>) &
  (C["ownTransactions"] extends true ? Deps : DepsInUnit & UnitOfWork);

/** The context of staff calls, and so the parameter of most functions that handlers delegate to. */
export type StaffContext = DepsInUnit & CallerIdentity<LocationScope> & UnitOfWork;

/** A handler's result with a message or status other than the declared one. */
export class CallResult<Data> {
  readonly data: Data;
  readonly message: string;
  readonly status: "success" | "warning" | "info";

  constructor(message: string, data: Data, status: "success" | "warning" | "info" = "success") {
    this.data = data;
    this.message = message;
    this.status = status;
  }
}

/** A handler's return value before parsing: undeclared fields are dropped, dates become text. */
type Unparsed<T> = T extends string
  ? string | Date
  : T extends (infer Item)[]
    ? readonly Unparsed<Item>[]
    : T extends object
      ? { readonly [K in keyof T]: Unparsed<T[K]> }
      : T extends number
        ? number
        : T;

type Result<C extends Call> = C["table"] extends true ? TablePage<Unparsed<RowOf<C>>> : Unparsed<DataOf<C>>;

export type Handler<C extends Call> = (
  context: ContextOf<C>,
  input: { params: ParamsOf<C>; body: BodyOf<C> } & FileOf<C>,
) => Promise<(C["data"] extends z.ZodMiniType ? Result<C> : undefined | null) | CallResult<Result<C>>>;

export type Handlers<T extends CallMap> = { readonly [K in keyof T]: Handler<T[K]> };

/**
 * Mounts a domain's calls. Each is authorized, rate-limited, parsed, and run in one transaction in the caller's scope.
 */
export function serve<T extends CallMap>(server: Server, calls: T, handlers: Handlers<T>): void {
  for (const key of Object.keys(calls)) {
    mount(server, calls[key] as Call, handlers[key as keyof T] as unknown as UntypedHandler);
  }
}

type UntypedHandler = (context: unknown, input: { params: unknown; body: unknown }) => Promise<unknown>;

function mount(server: Server, call: Call, handler: UntypedHandler): void {
  server.mountedCalls.push(call);
  const url = `/api${call.path.replace(/\{(\w+)\}/g, ":$1")}`;
  const body = bodySchema(call);
  server.http.route({
    method: call.method,
    url,
    config: { takesFile: call.file !== undefined, maxBodyBytes: call.maxBodyBytes } satisfies BodySettings,
    ...(call.maxBodyBytes && {
      bodyLimit: call.maxBodyBytes,
      // Only authorized callers may send a body larger than usual.
      onRequest: async (request: FastifyRequest) => void (await authorize(server, call, request)),
    }),
    handler: async (request, reply) => {
      refusePrefetch(request);
      const identity = await authorize(server, call, request);
      const origin = originOf(request, identity);
      await enforceRateLimit(server, call, origin);
      const params = parse(call.params ?? noFields, request.params);
      const form = await readBody(call, request);
      // An empty file input arrives as a file without a name.
      const file = form.file?.name ? form.file : undefined;
      const parsed = parse(body, form.body ?? {});
      const asksForAll = call.table === true && (parsed as TableQuery).length === allRows;
      const query = asksForAll ? { ...(parsed as TableQuery), length: maxPageRows } : parsed;
      const input = { params, body: query, ...(file && { file }) };
      if (call.file && !call.file.optional && !file) throw invalidField(call.file.field, call.file.missing);
      const within =
        identity?.who.supportAccess && call.supportAccess !== "ends" ? readOnlyWithin(server.within) : server.within;
      const cookies = cookiesOf(request, reply, server.publicUrl);
      const deps = { ...depsOf(server, identity, origin, request), within, cookies };
      const result = call.ownTransactions
        ? await handler(deps, input)
        : await inTransaction(within, call, identity, origin, (unit) => handler({ ...unit, ...deps }, input));
      reply.headers(call.headers ?? {});
      return envelopeOf(reply, call, result, input.body as TableQuery, asksForAll);
    },
  });
}

/** A form with a file is parsed only now that its sender is authorized. */
async function readBody(call: Call, request: FastifyRequest) {
  if (call.file && request.isMultipart()) return readForm(request, call.file);
  return { body: request.body, file: undefined };
}

const noFields = z.object({});

/** What a call's body is parsed with: a table call's query besides its own fields. */
export function bodySchema(call: Call): z.ZodMiniType {
  if (!call.table) return call.body ?? noFields;
  return call.body ? z.extend(TableQuery, (call.body as z.ZodMiniObject).shape) : TableQuery;
}

/** Browsers must not run a GET that changes data by prefetching it. */
function refusePrefetch(request: FastifyRequest): void {
  const purpose = request.headers["sec-purpose"] ?? request.headers.purpose;
  if (String(purpose ?? "").includes("prefetch")) throw new Failure("forbidden");
}

async function authorize(server: Server, call: Call, request: FastifyRequest): Promise<Identity | undefined> {
  if (call.allow === "anyone") return undefined;
  const identity = await server.identify(request, call.allow === "pending" ? "pending" : "full");
  if (!identity) throw new Failure("unauthenticated");
  if (call.allow === "pending") return identity;
  if (identity.who.supportAccess && !call.supportAccess) throw readOnlyAccessFailure();
  if (identity.who.supportAccess && call.supportAccess === "ends") return identity;
  if (!allows(call.allow, identity.who.role)) throw new Failure("forbidden");
  if (identity.mustChangePassword && !call.withTemporaryPassword) {
    throw new Failure("forbidden", "Choose your own password first.");
  }
  const needsLocation = !call.withoutLocation && !allows(call.allow, "superadmin");
  if (needsLocation && identity.scope.location_id === null) {
    throw new Failure("forbidden", "You don't have a location yet. Ask your account owner to add you to one.");
  }
  return identity;
}

async function enforceRateLimit(server: Server, call: Call, origin: Origin): Promise<void> {
  if (!call.rate) return;
  const key = call.rate.by === "person" ? `user:${origin.user_id}` : `address:${origin.ip}`;
  await server.limits.consume(call.name, key, call.rate.points, call.rate.seconds);
}

function originOf(request: FastifyRequest, identity: Identity | undefined): Origin {
  const agent = String(request.headers["user-agent"] ?? "").slice(0, 300);
  return { user_id: identity?.who.user_id ?? null, ip: request.ip, agent, request_id: request.id };
}

function depsOf(server: Server, identity: Identity | undefined, origin: Origin, request: FastifyRequest) {
  const { ports, limits, secret, publicUrl, iceServers } = server;
  return { ports, limits, secret, publicUrl, iceServers, origin, log: request.log, ...identity };
}

/**
 * The operator's calls, and those without a full sign-in, run in the platform's database; all others in the
 * caller's scope.
 */
function inTransaction<T>(
  within: Within,
  call: Call,
  identity: Identity | undefined,
  origin: Origin,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  const isPlatformCall = typeof call.allow === "string" || call.allow.every((role) => role === "superadmin");
  if (!identity || isPlatformCall) return within.control(call.name, work, origin);
  return call.table ? within.readOnly(identity.scope, origin, work) : within(identity.scope, origin, work);
}

function envelopeOf(reply: FastifyReply, call: Call, result: unknown, query: TableQuery, asksForAll: boolean) {
  const callResult = result instanceof CallResult ? result : new CallResult(call.successMessage ?? "", result);
  const head = { status: callResult.status, message: callResult.message };
  reply.header("cache-control", "no-store");
  if (!call.data) return { ...head, data: null };
  if (!call.table) return { ...head, data: z.parse(call.data, callResult.data) };
  const page = callResult.data as TablePage<unknown>;
  const rows = z.parse(z.array(call.data), page.rows);
  const { recordsTotal, recordsFiltered, recordsFilteredIsMore, cursors } = page;
  const isCut = asksForAll && (recordsFilteredIsMore || query.start + rows.length < recordsFiltered);
  const counts = { recordsTotal, recordsFiltered, recordsFilteredIsMore, ...(isCut && { truncated: true }) };
  return { ...head, draw: query.draw, ...counts, cursors, data: rows };
}
