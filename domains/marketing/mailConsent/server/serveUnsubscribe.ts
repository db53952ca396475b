import type { FastifyReply } from "fastify";
import type { Server } from "#core/server/serve.ts";
import { readSignedLink, signedLink } from "#core/server/signedLink.ts";
import { recordMailConsent } from "./recordMailConsent.ts";
import { type MailAddressKey, subscriptionOf } from "./store.ts";
import { unknownLinkPage, unsubscribePage } from "./unsubscribePage.ts";

interface UnsubscribeTarget extends MailAddressKey {
  readonly campaign_id: number | null;
}

/** The address at which somebody unsubscribes from a business's marketing mails. It works for good. */
export function unsubscribeUrl(publicUrl: string, secret: string, target: UnsubscribeTarget): string {
  const { dealer_id, address_id, campaign_id } = target;
  return `${publicUrl}/u/${signedLink(secret, "u", dealer_id, address_id, ...(campaign_id === null ? [] : [campaign_id]))}`;
}

function readTarget(secret: string, token: string): UnsubscribeTarget | undefined {
  const link = readSignedLink([secret], "u", token);
  const [address_id, campaign_id] = link?.ids ?? [];
  return link && address_id !== undefined
    ? { dealer_id: link.dealer_id, address_id, campaign_id: campaign_id || null }
    : undefined;
}

/** Whatever follows: a link of any other form gets the same answer, too. */
interface LinkParams {
  readonly "*": string;
}

const maxBodyBytes = 4 * 1024;

/**
 * Serves `/u/{token}`. Opening it changes nothing, because scanners open every link; a POST acts, whether a mail program
 * sends it on its own (RFC 8058) or the page's button. Nobody is signed in, so there is no cookie to protect.
 */
export function serveUnsubscribe({ http, within, secret, log }: Server): void {
  void http.register(async (scope) => {
    // Mail programs send forms of both kinds, and some name no type at all. Only one word of the body matters.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, String(body)),
    );
    scope.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
      const status = error.statusCode ?? 503;
      if (status >= 500) log.error({ err: error }, "an unsubscribe link failed");
      return reply
        .code(status)
        .type("text/plain")
        .send(status >= 500 ? "Try again in a few minutes." : "");
    });

    scope.get<{ Params: LinkParams }>("/u/*", async ({ params }, reply) => {
      const target = readTarget(secret, params["*"]);
      const found = target && (await subscription(target));
      if (!found) return send(reply.code(404), unknownLinkPage());
      return send(reply, unsubscribePage({ ...found, view: found.reason === null ? "subscribed" : "unsubscribed" }));
    });

    scope.post<{ Params: LinkParams }>("/u/*", async ({ params, body }, reply) => {
      const target = readTarget(secret, params["*"]);
      const form = typeof body === "string" ? body : "";
      const isBack = /(^|&)action=resubscribe(&|$)/.test(form);
      const isPage = /(^|&)action=/.test(form);
      const words = isBack ? "Resubscribed on the page" : isPage ? "Unsubscribed on the page" : form.slice(0, 200);
      const found =
        target &&
        (await within.business(target, "an unsubscribe link", async (unit) => {
          const event = isBack ? "resubscribed" : "unsubscribed";
          await recordMailConsent(unit, { ...target, event, source: isPage ? "page" : "one_click", words });
          return subscriptionOf(unit.db, target);
        }));
      if (!found) return send(reply.code(404), unknownLinkPage());
      return send(reply, unsubscribePage({ ...found, view: isBack ? "resubscribed" : "unsubscribed" }));
    });
  });

  const subscription = (target: MailAddressKey) =>
    within.business(target, "an unsubscribe link", ({ db }) => subscriptionOf(db, target));
}

function send(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("x-robots-tag", "noindex")
    .type("text/html; charset=utf-8")
    .send(html);
}
