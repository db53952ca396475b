import { randomUUID } from "node:crypto";
import { type IncomingMessage, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import type { ConnectionError, FastifyInstance } from "fastify";
import { Failure, type FailureKind, failures } from "#core/failure.ts";
import { answerFailure } from "#core/server/failures.ts";
import { type BodyLimits, type BodyProgress, evictionFor, isTooSlow, nothingYet, observe } from "./bodyProgress.ts";

/** The time limits of requests. Live connections, and answers that take their time, are not subject to them. */
export interface RequestLimits extends BodyLimits {
  /** How long a request's headers may take. */
  readonly headersMs: number;
  /** How often everything is looked at. */
  readonly checkMs: number;
}

export const requestLimits: RequestLimits = {
  headersMs: 10_000,
  idleMs: 10_000,
  graceMs: 10_000,
  bytesPerSecond: 8_000,
  count: 400,
  countPerAddress: 100,
  checkMs: 1_000,
};

/** Settings of the HTTP server for requests that never become one: slow, oversized or unreadable headers. */
export function headerLimits({ headersMs, checkMs }: RequestLimits) {
  return {
    http: { headersTimeout: headersMs, connectionsCheckingInterval: checkMs },
    clientErrorHandler: answerUnreadableHeaders,
  };
}

const kindsByCode: Record<string, FailureKind> = {
  ERR_HTTP_REQUEST_TIMEOUT: "tooSlow",
  HPE_HEADER_OVERFLOW: "tooLarge",
};

function answerUnreadableHeaders(error: ConnectionError, socket: Socket): void {
  if (error.code !== "ECONNRESET" && socket.writable) {
    const { status, message } = failures[kindsByCode[error.code] ?? "malformed"];
    const body = JSON.stringify({ status: "error", message, data: null, request_id: randomUUID() });
    const headers = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}`;
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\nConnection: close\r\n\r\n${body}`);
  }
  socket.destroy(error);
}

/** A body whose sender may be slow. */
interface ArrivingBody {
  readonly raw: IncomingMessage;
  readonly address: string;
  readonly startedAt: number;
  /** What the socket had received before. */
  readonly bytesBefore: number;
  readonly refuse: (failure: Failure) => void;
  progress: BodyProgress;
}

export interface SlowBodies {
  /** Also watches the requests below this path, which the live connection takes before the app sees them. */
  watchBelow(path: string): void;
}

/**
 * Ends requests whose body arrives too slowly, and those that take a quick one's place when there are too many. The
 * sender gets an answer that says so, then the connection closes.
 */
export function limitSlowBodies(http: FastifyInstance, limits: RequestLimits): SlowBodies {
  const arriving = new Set<ArrivingBody>();
  let checkedAt = performance.now();

  const drop = (body: ArrivingBody, failure: Failure) => {
    arriving.delete(body);
    body.refuse(failure);
  };
  const forgetArrived = () => {
    for (const body of arriving) if (body.raw.complete || body.raw.destroyed) arriving.delete(body);
  };

  function makeRoom(): void {
    if (arriving.size <= Math.min(limits.countPerAddress, limits.count)) return;
    forgetArrived();
    const now = performance.now();
    const bodies = [...arriving].map((body) => ({
      body,
      address: body.address,
      speed: receivedBytes(body) / (now - body.startedAt + 1),
    }));
    const eviction = evictionFor(bodies, limits);
    if (eviction) drop(eviction.loser.body, eviction.isForAddress ? tooManyFromAddress() : tooManyAltogether());
  }

  function check(): void {
    const now = performance.now();
    forgetArrived();
    for (const body of arriving) {
      // A body that began since the last look has not waited the whole time.
      const elapsedMs = Math.min(now - checkedAt, now - body.startedAt);
      const isUnread = body.raw.readableLength > 0;
      body.progress = observe(body.progress, { receivedBytes: receivedBytes(body), elapsedMs, isUnread });
      if (isTooSlow(body.progress, limits)) drop(body, new Failure("tooSlow"));
    }
    checkedAt = now;
  }

  function watch(raw: IncomingMessage, address: string, refuse: ArrivingBody["refuse"]): void {
    // Injected requests have no real socket, and nobody who could be slow.
    if (!hasBody(raw) || !(raw.socket instanceof Socket)) return;
    const { bytesRead: bytesBefore } = raw.socket;
    arriving.add({ raw, address, refuse, bytesBefore, startedAt: performance.now(), progress: nothingYet });
    makeRoom();
  }

  http.addHook("onRequest", async (request, reply) => {
    watch(request.raw, request.ip, (failure) => {
      request.log.debug({ ip: request.ip }, `ended a slow request: ${failure.kind}`);
      if (reply.sent || reply.raw.headersSent) request.raw.socket.destroy();
      else answerFailure(failure, request, reply.header("connection", "close"));
    });
  });
  const checking = setInterval(check, limits.checkMs).unref();
  http.addHook("onClose", async () => clearInterval(checking));

  return {
    watchBelow(path) {
      http.server.on("request", (raw) => {
        if (raw.url?.startsWith(path)) watch(raw, raw.socket.remoteAddress ?? "", () => raw.socket.destroy());
      });
    },
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

const receivedBytes = ({ raw, bytesBefore }: ArrivingBody) => raw.socket.bytesRead - bytesBefore;

const tooManyFromAddress = () =>
  new Failure("tooMany", "Too many uploads from your network at once. Wait a moment and try again.", {
    retryAfter: 10,
  });

const tooManyAltogether = () =>
  new Failure("unavailable", "Too many uploads at once. Wait a moment and try again.", { retryAfter: 10 });
