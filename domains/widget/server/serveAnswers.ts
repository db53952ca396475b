import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "#core/failure.ts";
import { parse } from "#core/server/parse.ts";
import type { Server } from "#core/server/serve.ts";
import { hashToken } from "#core/server/token.ts";
import { CodeEntry, SessionEntry } from "../contract.ts";
import { addressPrefix, answerLimits, answerWait, sessionHours, widgetTexts } from "../rules.ts";
import { answersPage, endedPage, sentPage } from "./answersPage.ts";
import { isFromElsewhere } from "./isFromElsewhere.ts";
import { type OpenWidget, openWidget, type WidgetAddress } from "./openWidget.ts";
import { proveVisitor } from "./proveVisitor.ts";
import { readAnswers } from "./readAnswers.ts";
import { sendNothing, sendPage } from "./sendPage.ts";
import { sessionOf, type VisitorSession } from "./sessionStore.ts";

type WidgetRequest = FastifyRequest<{ Params: WidgetAddress; Body: unknown }>;

/** A visitor who is known by the token in their browser. */
interface KnownVisitor {
  readonly widget: OpenWidget;
  readonly session: VisitorSession;
  readonly entry: SessionEntry;
}

const reason = "a website's visitor";
const bodyLimit = 16 * 1024;

/** The replies to a visitor's message, shown in the browser that wrote it once the phone is proved by a code. */
export function serveAnswers(server: Server): void {
  const { http, within, limits, secret, ports } = server;
  const closing = new AbortController();
  http.addHook("preClose", async () => closing.abort());
  const waiting = new Set<number>();

  const visitorOf = async (request: WidgetRequest): Promise<OpenWidget | KnownVisitor | undefined> => {
    const { params, body } = request;
    const widget = await openWidget(server, params.key);
    if (!widget || isFromElsewhere(request)) return widget;
    const entry = parse(SessionEntry, body ?? {});
    const since = new Date(ports.clock.now().getTime() - sessionHours * 3_600_000);
    const session = await within.business(widget.scope, reason, ({ db }) =>
      sessionOf(db, widget.scope, hashToken(entry.session), since),
    );
    return session ? { widget, session, entry } : widget;
  };
  const sendEnded = (reply: FastifyReply, widget: OpenWidget) => sendPage(reply, widget, 410, endedPage(widget.page));
  const answersOf = ({ widget, session }: KnownVisitor) =>
    within.business(widget.scope, reason, ({ db }) =>
      readAnswers(db, widget.scope, session, { secret, time_zone: widget.time_zone }),
    );
  const sendAnswers = async (reply: FastifyReply, visitor: KnownVisitor) => {
    const { messages } = await answersOf(visitor);
    const { phone } = visitor.session;
    const body = answersPage(visitor.widget.page, { phone, session: visitor.entry.session }, messages);
    return sendPage(reply, visitor.widget, 200, body);
  };

  http.post<{ Params: WidgetAddress; Body: unknown }>("/w/:key/code", { bodyLimit }, async (request, reply) => {
    const visitor = await visitorOf(request);
    if (!visitor) return sendNothing(reply);
    if (!("session" in visitor)) return sendEnded(reply, visitor);
    if (visitor.session.proved_at !== null) return sendAnswers(reply, visitor);
    const { widget, session, entry } = visitor;
    const again = (status: number, error: string) =>
      sendPage(reply, widget, status, sentPage(widget.page, { phone: session.phone, session: entry.session, error }));
    try {
      const { code } = parse(CodeEntry, request.body ?? {});
      const { perSession, perAddress } = answerLimits;
      await limits.consume("widget code", String(session.id), perSession.points, perSession.seconds);
      const address = `${widget.scope.dealer_id} ${addressPrefix(request.ip)}`;
      await limits.consume("widget code address", address, perAddress.points, perAddress.seconds);
      const claim = { session, code, business: widget.page.business, ip: request.ip };
      // Of the whole business, which texts a phone one code whichever location it writes to.
      const isProved = await within.business({ dealer_id: widget.scope.dealer_id }, reason, (unit) =>
        proveVisitor(unit, widget.scope, secret, claim),
      );
      return isProved ? sendAnswers(reply, visitor) : again(422, widgetTexts.wrongCode);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.kind === "invalid") return again(422, error.fields?.code ?? widgetTexts.wrongCode);
      if (error.kind === "tooMany") return again(429, widgetTexts.tooManyCodes);
      return again(503, error.message);
    }
  });

  http.post<{ Params: WidgetAddress; Body: unknown }>("/w/:key/answers", { bodyLimit }, async (request, reply) => {
    const visitor = await visitorOf(request);
    if (!visitor) return sendNothing(reply);
    if (!("session" in visitor)) return sendEnded(reply, visitor);
    if (visitor.session.proved_at !== null) return sendAnswers(reply, visitor);
    const { session, entry, widget } = visitor;
    return sendPage(reply, widget, 200, sentPage(widget.page, { phone: session.phone, session: entry.session }));
  });

  // For the script: answers once something is new, or after a while.
  http.post<{ Params: WidgetAddress; Body: unknown }>("/w/:key/answers/next", { bodyLimit }, async (request, reply) => {
    const visitor = await visitorOf(request);
    reply.header("cache-control", "no-store");
    if (!visitor || !("session" in visitor) || visitor.session.proved_at === null)
      return reply.code(410).send({ messages: [], seen: "" });
    const { polls } = answerLimits;
    await limits.consume("widget answers", String(visitor.session.id), polls.points, polls.seconds);
    const until = performance.now() + answerWait.longestMs;
    // Each browser waits once. Beyond so many, they are answered at once and ask again after a pause.
    const { id } = visitor.session;
    const mayWait = waiting.size < answerWait.atOnce && !waiting.has(id);
    if (mayWait) waiting.add(id);
    try {
      let answers = await answersOf(visitor);
      while (mayWait && answers.seen === visitor.entry.seen && performance.now() < until) {
        if (closing.signal.aborted || request.raw.socket.destroyed) break;
        await sleep(answerWait.everyMs, undefined, { signal: closing.signal }).catch(() => undefined);
        answers = await answersOf(visitor);
      }
      return reply.send(answers);
    } finally {
      if (mayWait) waiting.delete(id);
    }
  });
}
