import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure, type FailureKind, failures } from "#core/failure.ts";
import { diskFullWords } from "./diskFull.ts";

/**
 * Answers every failure with the envelope: no stack, no SQL, no foreign data. The request id finds the cause in the
 * log.
 */
export function answerFailures(http: FastifyInstance): void {
  http.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = toFailure(error);
    if (isDeparture(error, request)) request.log.debug({ err: error }, "the client left");
    else if (failure.kind === "unexpected") request.log.error({ err: error }, "unexpected error");
    else if (failure.kind === "unavailable" && failure.cause) request.log.warn({ err: failure.cause }, "unavailable");
    return answerFailure(failure, request, reply);
  });
}

/**
 * Requests that Fastify itself can't parse, such as a malformed path, never reach a route, its error handler or the hooks
 * that set the policies of pages.
 */
export function answerUnreadable(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply
    .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'")
    .header("x-content-type-options", "nosniff");
  answerFailure(new Failure("malformed"), request, reply);
}

/** Answers one failure. */
export function answerFailure(failure: Failure, request: FastifyRequest, reply: FastifyReply) {
  if (failure.retryAfter !== undefined) reply.header("retry-after", failure.retryAfter);
  reply.header("cache-control", "no-store").header("x-request-id", request.id);
  return reply.status(failures[failure.kind].status).send({
    status: "error",
    message: failure.message,
    data: failure.fields ?? failure.data ?? null,
    request_id: request.id,
  });
}

/** What streams report when the other end of a connection closes it. */
const departures = new Set(["ERR_STREAM_PREMATURE_CLOSE", "ERR_STREAM_DESTROYED", "ECONNRESET", "EPIPE", "ABORT_ERR"]);

/** Whether a request failed only because its client closed the connection. */
const isDeparture = (error: FastifyError | null | undefined, { raw }: FastifyRequest) =>
  raw.socket.destroyed && departures.has(error?.code ?? "");

const kindsByStatus: Record<number, FailureKind> = {
  400: "malformed",
  404: "absent",
  408: "tooSlow",
  413: "tooLarge",
  415: "unsupported",
  416: "outOfRange",
  429: "tooMany",
  503: "unavailable",
};

/** Fastify's own refusals, such as an oversized body, in our words. */
function toFailure(error: FastifyError | null | undefined): Failure {
  if (error instanceof Failure) return error;
  if (diskFullWords(error) !== undefined) {
    const failure = new Failure("unavailable", undefined, { retryAfter: 60 });
    failure.cause = error;
    return failure;
  }
  const kind = kindsByStatus[error?.statusCode ?? 500];
  return new Failure(kind ?? "unexpected");
}
