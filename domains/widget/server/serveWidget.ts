import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyReply } from "fastify";
import { Failure } from "#core/failure.ts";
import { withPlainNewlines } from "#core/newlines.ts";
import type { LocationKey } from "#core/people.ts";
import { toE164 } from "#core/phone.ts";
import { parse } from "#core/server/parse.ts";
import type { Server } from "#core/server/serve.ts";
import { VisitDetails, VisitorMessage } from "../contract.ts";
import { addressPrefix, formSeconds, widgetLimits } from "../rules.ts";
import { formToken, isInTime, readFormToken } from "./formToken.ts";
import { isFromElsewhere, type OpenWidget, openWidget, type WidgetAddress } from "./openWidget.ts";
import { calmPage, type FormContent, formPage, nothingTyped, type TypedMessage } from "./page.ts";
import { hostOf, pageOf } from "./pageOf.ts";
import { receiveVisitor } from "./receiveVisitor.ts";
import { sendNothing, sendPage } from "./sendPage.ts";
import { sentPage } from "./serveAnswers.ts";
import { visitorToken } from "./sessionStore.ts";

const scriptOf = (name: string) => readFileSync(join(import.meta.dirname, "browser", name), "utf8");
const maxBodyBytes = 256 * 1024;
const notSent = "Your message wasn't sent yet. Check it and press Send again.";

/** The widget's public pages: anyone with a location's key may write to it. */
export function serveWidget(server: Server): void {
  const { http, ports, secret } = server;
  for (const name of ["widget.js", "frame.js", "answers.js"]) {
    const script = scriptOf(name);
    http.get(`/w/${name}`, (_request, reply) =>
      reply
        .header("cache-control", "public, max-age=3600")
        // Every website may load it.
        .header("cross-origin-resource-policy", "cross-origin")
        .type("text/javascript; charset=utf-8")
        .send(script),
    );
  }

  http.get<{ Params: WidgetAddress }>("/w/:key", async ({ params, headers }, reply) => {
    // Browsers send the website's address, or only its host.
    const page = pageOf(headers.referer ?? "");
    const widget = await openWidget(server, params.key, hostOf(page));
    if (!widget) return sendNothing(reply);
    return sendForm(reply, server, widget, 200, { typed: { ...nothingTyped, page } });
  });

  http.post<{ Params: WidgetAddress; Body: unknown }>(
    "/w/:key",
    { bodyLimit: maxBodyBytes },
    async (request, reply) => {
      const widget = await openWidget(server, request.params.key);
      if (!widget) return sendNothing(reply);
      const body = (request.body ?? {}) as Record<string, unknown>;
      const details = parse(VisitDetails, body);
      const typed = typedOf(body, details);
      const form = readFormToken(secret, widget.page.key, details.token, ports.clock.now());
      // The same form again, so that no one waits a second time; one that is too old begins again.
      const token = form && form.age <= formSeconds.most ? details.token : undefined;
      const again = (status: number, more: object) =>
        sendForm(reply, server, widget, status, { typed, token, ...more });
      if (widget.page.number === "") return sendForm(reply, server, widget, 200, { typed });
      if (isFromElsewhere(request)) return sendForm(reply, server, widget, 422, { typed, problem: notSent });
      if (details.company !== "")
        return again(422, { problem: "We couldn't send this. Leave the hidden field empty." });
      try {
        const message = parse(VisitorMessage, { ...body, message: typed.message });
        if (!form || !isInTime(form)) return again(422, { problem: notSent });
        await takeVisitorLimits(server, widget.scope, request.ip, toE164(message.phone) ?? message.phone);
        const agent = String(request.headers["user-agent"] ?? "").slice(0, 300);
        const visit = { reference: form.id, page: details.page, referrer: details.referrer, ip: request.ip, agent };
        // Of the whole business: what its other locations texted to a phone counts.
        await server.within.business({ dealer_id: widget.scope.dealer_id }, "a website's visitor", (unit) =>
          receiveVisitor(unit, widget.scope, { business: widget.page.business, secret }, message, visit),
        );
        const sent = { phone: toE164(message.phone) ?? message.phone, session: visitorToken(secret, form.id) };
        return sendPage(reply, widget, 200, sentPage(widget.page, sent));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (error.kind === "invalid") return again(422, { errors: error.fields ?? {} });
        if (error.kind !== "tooMany") return again(503, { problem: `${error.message} Nothing was sent yet.` });
        reply.header("retry-after", error.retryAfter ?? 60);
        const text = "We're getting more messages than usual, so this one wasn't sent. Please contact us directly.";
        return sendPage(reply, widget, 429, calmPage(widget.page, "Your message was not sent", text));
      }
    },
  );
}

/** Strangers' programs are slowed down by where they come from, whom they write for and what they flood. */
export async function takeVisitorLimits(
  { limits }: Pick<Server, "limits">,
  scope: LocationKey,
  ip: string,
  phone: string,
): Promise<void> {
  const { address, phone: perPhone, widget } = widgetLimits;
  // Of the location, whose two keys share them.
  const location = `${scope.dealer_id} ${scope.location_id}`;
  await limits.consume("widget address", `${location} ${addressPrefix(ip)}`, address.points, address.seconds);
  await limits.consume("widget phone", `${scope.dealer_id} ${phone}`, perPhone.points, perPhone.seconds);
  await limits.consume("widget", location, widget.points, widget.seconds);
}

function typedOf(body: Record<string, unknown>, { page, referrer }: VisitDetails): TypedMessage {
  const text = (name: string) => (typeof body[name] === "string" ? body[name] : "");
  const message = withPlainNewlines(text("message"));
  return { name: text("name"), phone: text("phone"), message, marketing: body.marketing ? 1 : 0, page, referrer };
}

function sendForm(
  reply: FastifyReply,
  server: Server,
  widget: OpenWidget,
  status: number,
  form: Omit<FormContent, "token"> & { readonly token?: string | undefined },
) {
  if (widget.page.number === "") {
    const text = "We can't take texts here yet. Please call us instead.";
    return sendPage(reply, widget, status, calmPage(widget.page, "Please call us", text));
  }
  const token = form.token ?? formToken(server.secret, widget.page.key, server.ports.clock.now());
  return sendPage(reply, widget, status, formPage(widget.page, { ...form, token }));
}
