import { createHash, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import { formatPhone } from "#core/phone.ts";
import { parse } from "#core/server/parse.ts";
import type { Server } from "#core/server/serve.ts";
import { signatureOf } from "#core/server/sign.ts";
import { hashToken } from "#core/server/token.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { recordConsent } from "#domains/customers/server/public.ts";
import { confirmFromWebsite, websiteConversation } from "#domains/inbox/conversation/server/public.ts";
import { CodeEntry, SessionEntry } from "../contract.ts";
import { addressPrefix, answerLimits, answerWait, sessionHours, widgetTexts } from "../rules.ts";
import { isFromElsewhere, type OpenWidget, openWidget, type WidgetAddress } from "./openWidget.ts";
import { callButton, type Html, html, markup, type ShownWidgetPage } from "./page.ts";
import { sendNothing, sendPage } from "./sendPage.ts";
import { dropCode, hashOfCode, markProved, sessionOf, tryCode, type VisitorSession } from "./sessionStore.ts";

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
    // Each browser waits once. Beyond the limit, requests are answered immediately and asked again after a pause.
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

/** Who says that a phone is theirs. */
interface Claim {
  readonly session: VisitorSession;
  readonly code: string;
  readonly business: string;
  readonly ip: string;
}

/**
 * Compares a code with the one that was texted to the session's phone. The right one proves the phone: the conversation is
 * confirmed, and so is what its visitor agreed to.
 *
 * @returns false for a wrong code, and without one.
 */
async function proveVisitor(
  unit: UnitOfWork,
  scope: LocationKey,
  secret: string,
  { session, code, business, ip }: Claim,
): Promise<boolean> {
  const { dealer_id } = scope;
  const { phone, message_id } = session;
  const now = unit.now();
  const texted = await tryCode(unit.db, dealer_id, phone, now);
  if (!texted || !timingSafeEqual(texted, hashOfCode(secret, dealer_id, phone, code.replace(/\D/g, "")))) return false;
  await dropCode(unit.db, dealer_id, phone);
  await markProved(unit.db, dealer_id, session.id, now);
  await confirmFromWebsite(unit, scope, message_id, session.at);
  const evidence = `Entered the code that was texted to this phone.\nAddress: ${ip}`;
  const words = widgetTexts.disclosure(business);
  await recordConsent(unit, {
    dealer_id,
    phone,
    event: "granted",
    source: "widget",
    scope: "conversation",
    words,
    evidence,
  });
  return true;
}

/** The messages that a session shows, and a mark that changes with them. */
export interface Answers {
  readonly messages: readonly MirroredMessage[];
  readonly seen: string;
}

/** Reads what a proved session shows: its message, what came from its phone since, and what went to it. */
async function readAnswers(
  db: Db,
  scope: LocationKey,
  { message_id, phone }: VisitorSession,
  { secret, time_zone }: { readonly secret: string; readonly time_zone: string },
): Promise<Answers> {
  const rows = await websiteConversation(db, scope.dealer_id, { message_id, phone });
  const format = new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone: time_zone });
  const messages = rows.map(({ id, is_from_customer, message, media_count, datetime }) => ({
    id: signatureOf(secret, ["widget message", id]).slice(0, 12),
    isOurs: is_from_customer === 0,
    text: message,
    files: media_count === 0 ? "" : widgetTexts.files(media_count),
    time: format.format(datetime),
  }));
  const seen = createHash("sha256").update(messages.map(({ id }) => id).join(" "));
  return { messages, seen: seen.digest("base64url").slice(0, 22) };
}

/** One message as its visitor sees it. */
interface MirroredMessage {
  /** Says nothing of how many messages there are. */
  readonly id: string;
  readonly isOurs: boolean;
  readonly text: string;
  /** Says how many files came with it, which are on the phone alone; empty without. */
  readonly files: string;
  /** In the location's zone. */
  readonly time: string;
}

/** A message just sent, before its phone is proved. */
export interface SentMessage {
  /** E.164. */
  readonly phone: string;
  readonly session: string;
  readonly error?: string | undefined;
}

const hiddenSession = (session: string) => html`<input type="hidden" name="session" value="${session}">`;

/**
 * The answer after a message, the same for every phone, so that nobody learns whether a phone is known or opted out.
 */
export function sentPage(widget: ShownWidgetPage, { phone, session, error }: SentMessage): Html {
  const { business, number, key } = widget;
  const marks = markup(error === undefined ? "" : ' aria-invalid="true" aria-describedby="code-error" autofocus');
  return html`<h2 tabindex="-1"${markup(error === undefined ? " autofocus" : "")}>We got your message</h2>
<p>${business} will reply by text to ${formatPhone(phone)}, from ${formatPhone(number)}.</p>
<form method="post" action="/w/${key}/code" novalidate>
${hiddenSession(session)}
<div><label for="code">Code from our text</label><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required aria-describedby="code-hint"${marks}>${
    error !== undefined && html`<p class="error" id="code-error">${error}</p>`
  }</div>
<small id="code-hint">${widgetTexts.codeHint}</small>
<button class="go">Show replies here, too</button>
</form>
<p>If you stopped our texts before, text START to ${formatPhone(number)} first, or call us.</p>
${callButton(widget)}`;
}

function item(business: string, { id, isOurs, text, files, time }: MirroredMessage): Html {
  const name = isOurs ? business : widgetTexts.you;
  return html`<li data-id="${id}"${markup(isOurs ? ' class="us"' : "")}><b>${name}</b> <time>${time}</time><p>${text}</p>${
    files !== "" && html`<p>${files}</p>`
  }</li>`;
}

/** The conversation since the visitor's message. Without the script, its button brings what is new. */
function answersPage(
  widget: ShownWidgetPage,
  { phone, session }: Omit<SentMessage, "error">,
  messages: readonly MirroredMessage[],
): Html {
  const { key, business } = widget;
  return html`<h2 tabindex="-1" autofocus>Your conversation</h2>
<div role="log" aria-label="Messages"><ol id="messages">${messages.map((message) => item(business, message))}</ol></div>
<form id="answers" method="post" action="/w/${key}/answers" data-business="${business}" data-you="${widgetTexts.you}">
${hiddenSession(session)}
<p id="waiting" hidden>${widgetTexts.waiting}</p>
<button class="go">Check for replies</button>
<small>${widgetTexts.alsoTexted(formatPhone(phone))}</small>
</form>`;
}

/** For a session that is over. */
const endedPage = ({ key }: ShownWidgetPage): Html =>
  html`<h2 id="ended" tabindex="-1" autofocus>This conversation isn't shown here anymore</h2>
<p>Our replies keep coming to your phone by text.</p>
<p><a class="go" href="/w/${key}">Write a new message</a></p>`;
