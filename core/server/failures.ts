import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure, type FailureKind, failures } from "#core/failure.ts";

/** Answers every failure with the envelope: no stack, no SQL, nobody else's data; the request's id finds it in the log. */
export function answerFailures(http: FastifyInstance): void {
  http.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = asFailure(error);
    if (failure.kind === "unexpected") request.log.error({ err: error }, "unexpected failure");
    else if (failure.kind === "unavailable" && failure.cause)
      request.log.warn({ cause: String(failure.cause) }, "unavailable");
    return answerFailure(failure, request, reply);
  });
}

/** A request that the web server can't read, its path for example, never reaches a route and its error handler. */
export function answerUnreadable(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
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

const kindsByStatus: Record<number, FailureKind> = {
  400: "malformed",
  404: "absent",
  413: "tooLarge",
  415: "unsupported",
  429: "tooMany",
  503: "unavailable",
};

/** The web server's own refusals, of bodies that are too large for example, in our words. */
function asFailure(error: FastifyError | null | undefined): Failure {
  if (error instanceof Failure) return error;
  const kind = kindsByStatus[error?.statusCode ?? 500];
  return new Failure(kind ?? "unexpected");
}
