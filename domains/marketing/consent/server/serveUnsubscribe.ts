import type { FastifyReply } from "fastify";
import { escapeHtml } from "#core/escapeHtml.ts";
import type { Server } from "#core/server/serve.ts";
import { readSignedLink, signedLink } from "#core/server/signedLink.ts";
import { maskedAddress } from "../rules.ts";
import { recordMailConsent } from "./recordEmailConsent.ts";
import { type MailAddressKey, subscriptionOf } from "./store.ts";
import { unsubscribeTexts as texts } from "./texts.ts";

interface UnsubscribeTarget extends MailAddressKey {
  readonly campaign_id: number | null;
}

/** The address at which somebody unsubscribes from a business's marketing emails. It works for good. */
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

/** What the page says: a question, or what was just done. */
type SubscriptionView = "subscribed" | "unsubscribed" | "resubscribed";

interface Subscription {
  readonly business_name: string;
  /** Empty for an erased person's. */
  readonly address: string;
  readonly view: SubscriptionView;
}

/** The page behind an email's unsubscribe link: one question, one button, no script. */
function unsubscribePage({ business_name, address, view }: Subscription): string {
  const masked = maskedAddress(address);
  if (view === "unsubscribed")
    return page(texts.done, texts.doneExplanation(business_name, masked), button("resubscribe", "quiet"), "status");
  if (view === "resubscribed")
    return page(texts.back, texts.backExplanation(business_name, masked), button("unsubscribe", "quiet"), "status");
  return page(texts.question(business_name), texts.explanation(business_name, masked), button("unsubscribe", "main"));
}

/** The same for every link that isn't ours, whatever is wrong with it. */
function unknownLinkPage(): string {
  return page(texts.unknown, texts.unknownExplanation, "");
}

function button(action: "unsubscribe" | "resubscribe", look: "main" | "quiet"): string {
  const note = action === "resubscribe" ? `<p class="note">${escapeHtml(texts.mistake)}</p>` : "";
  return `${note}<form method="post"><button class="${look}" name="action" value="${action}">${escapeHtml(texts[action])}</button></form>`;
}

function page(heading: string, explanation: string, form: string, role?: "status"): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${escapeHtml(texts.title)}</title>
<style>${styles}</style></head>
<body><main><div${role ? ` role="${role}"` : ""}><h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(explanation)}</p></div>
${form}</main></body></html>
`;
}

// Colors of the app's own scheme (web/tokens.ts): the page is read by people who have never seen the app.
const styles = `
:root { --canvas: #f5f8fa; --card: #fff; --line: #d9dde1; --text: #151d23; --soft: #4a565f; --brand: #016b70; --on: #fff }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #10171c; --card: #182127; --line: #33404a; --text: #eef2f4; --soft: #b4c0c8; --brand: #5ed0d3; --on: #07282a }
}
* { box-sizing: border-box }
body { margin: 0; padding: 16px; background: var(--canvas); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif }
main { max-width: 480px; margin: 10vh auto 0; padding: 32px 24px; background: var(--card); border: 1px solid var(--line);
  border-radius: 12px; overflow-wrap: anywhere }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.3 }
p { margin: 0 0 24px; color: var(--soft) }
.note { margin: 0 0 8px }
button { min-height: 44px; width: 100%; padding: 8px 20px; border: 1px solid var(--brand); border-radius: 8px; font: inherit;
  font-weight: 600; cursor: pointer }
.main { background: var(--brand); color: var(--on) }
.quiet { background: transparent; color: var(--brand) }
button:focus-visible { outline: 3px solid var(--brand); outline-offset: 3px }
`;
