import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyReply } from "fastify";
import { isbot } from "isbot";
import { escapeHtml } from "#core/escapeHtml.ts";
import type { Server } from "#core/server/serve.ts";
import { readSignedLink } from "#core/server/signedLink.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { reviewInviteEvents } from "#domains/reputation/invites/contract.ts";
import { lockInvite, updateInvite } from "#domains/reputation/invites/server/store.ts";
import type { Language } from "#domains/reputation/settings/fields.ts";
import {
  pageTitle,
  preferredLanguage,
  type ReviewPageFacts,
  readAnswer,
  reviewPageContent,
  thanksContent,
  unknownLinkContent,
} from "../rules.ts";
import { locationOfInvite, pageFacts } from "./store.ts";

/** The fallback: a link of any other form gets the same answer. */
interface PageLinkParams {
  readonly "*": string;
}

interface OpenedPage {
  readonly dealer_id: number;
  /** Undefined when a member looks at the page, which counts nothing. */
  readonly invite_id: number | undefined;
  readonly facts: ReviewPageFacts;
}

const maxBodyBytes = 4 * 1024;

/**
 * Serves `/r/{token}`, the page on which someone chooses where to leave a review. Opening it changes nothing, because
 * scanners open every link. Choosing a site leads to that site's stored link, whatever the request says besides.
 */
export function serveReviewPage({ http, within, secret, log }: Server): void {
  const script = readFileSync(join(import.meta.dirname, "browser", "page.js"), "utf8");
  http.get("/r/page.js", (_request, reply) =>
    reply.header("cache-control", "public, max-age=3600").type("text/javascript; charset=utf-8").send(script),
  );

  const open = async (token: string): Promise<OpenedPage | undefined> => {
    const link = readSignedLink([secret], "r", token);
    const [invite_id = 0, chosen] = link?.ids ?? [];
    if (!link) return undefined;
    const { dealer_id } = link;
    return within.business({ dealer_id }, "the page for reviews", async ({ db }) => {
      const location_id = invite_id === 0 ? chosen : await locationOfInvite(db, dealer_id, invite_id);
      const facts = location_id === undefined ? undefined : await pageFacts(db, dealer_id, location_id);
      return facts && { dealer_id, invite_id: invite_id || undefined, facts };
    });
  };

  void http.register(async (scope) => {
    // A form of the page, or a beacon without a type of its own. Only one word of the body matters.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, String(body)),
    );
    scope.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
      const status = error.statusCode ?? 503;
      if (status >= 500) log.error({ err: error }, "the page for reviews failed");
      return reply
        .code(status)
        .type("text/plain")
        .send(status >= 500 ? "Try again in a few minutes." : "");
    });

    scope.get<{ Params: PageLinkParams }>("/r/*", async ({ params, headers }, reply) => {
      const language = preferredLanguage(String(headers["accept-language"] ?? ""));
      const page = await open(params["*"]);
      if (!page) return sendUnknown(reply, language);
      return send(reply, pageTitle(page.facts.business, language), reviewPageContent(page.facts, language), language);
    });

    scope.post<{ Params: PageLinkParams }>("/r/*", async ({ params, headers, body }, reply) => {
      const language = preferredLanguage(String(headers["accept-language"] ?? ""));
      const page = await open(params["*"]);
      if (!page) return sendUnknown(reply, language);
      const answer = readAnswer(typeof body === "string" ? body : "");
      const site = answer.kind === "site" ? page.facts.sites.find(({ id }) => id === answer.id) : undefined;
      const { dealer_id, invite_id } = page;
      if (invite_id !== undefined && !isbot(headers["user-agent"] ?? ""))
        await within.business({ dealer_id }, "the page for reviews", (unit) =>
          recordVisit(unit, { dealer_id, invite_id }, answer.kind, site?.id),
        );
      if (site) return closed(reply.code(303)).header("location", site.write_url).send();
      if (answer.kind === "seen") return closed(reply.code(204)).send();
      const content = answer.kind === "done" ? thanksContent(language) : reviewPageContent(page.facts, language);
      return send(reply, pageTitle(page.facts.business, language), content, language);
    });
  });
}

const sendUnknown = (reply: FastifyReply, language: Language) =>
  send(reply.code(404), "Rooftop", unknownLinkContent(language), language);

function send(reply: FastifyReply, title: string, content: string, language: Language): FastifyReply {
  const nonce = randomBytes(16).toString("base64url");
  const policy = [
    "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    // Browsers apply it to where a form leads after a redirect, too: to any of the location's sites.
    `form-action 'self' https:; style-src 'nonce-${nonce}'`,
  ].join("; ");
  return closed(reply)
    .header("content-security-policy", policy)
    .type("text/html; charset=utf-8")
    .send(`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${styles}</style><script src="/r/page.js" defer></script></head>
<body><main>${content}</main></body></html>
`);
}

/** Kept by no cache and found by no search engine; the site learns nothing of the link. */
function closed(reply: FastifyReply): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("x-robots-tag", "noindex");
}

/** The page's look: colors of the app's own scheme, for people who have never seen the app. */
const styles = `
:root { --canvas: #f5f8fa; --card: #fff; --line: #d9dde1; --text: #151d23; --soft: #4a565f; --brand: #016b70; --on: #fff }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #10171c; --card: #182127; --line: #33404a; --text: #eef2f4; --soft: #b4c0c8; --brand: #5ed0d3; --on: #07282a }
}
* { box-sizing: border-box }
body { margin: 0; padding: 16px; background: var(--canvas); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif }
main { max-width: 480px; margin: 8vh auto 0; padding: 32px 24px; background: var(--card); border: 1px solid var(--line);
  border-radius: 12px; overflow-wrap: anywhere }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.3 }
p { margin: 0 0 24px; color: var(--soft) }
a { color: var(--brand) }
form { display: grid; gap: 12px; margin: 0 0 24px }
form:last-child { margin: 0 }
button { min-height: 48px; width: 100%; padding: 8px 20px; border: 1px solid var(--brand); border-radius: 8px; font: inherit;
  font-weight: 600; cursor: pointer }
.main { background: var(--brand); color: var(--on) }
.quiet { border-color: transparent; background: transparent; color: var(--brand) }
.legal { display: flex; justify-content: center; gap: 20px; margin: 0; font-size: 14px }
.legal a { color: var(--soft) }
button:focus-visible, a:focus-visible { outline: 3px solid var(--brand); outline-offset: 3px }
`;

/** Keeps what someone did on the page: the first look, the first choice with the newest site, and that they reviewed before. */
async function recordVisit(
  unit: UnitOfWork,
  { dealer_id, invite_id }: { readonly dealer_id: number; readonly invite_id: number },
  kind: "seen" | "site" | "done",
  site_id: number | undefined,
): Promise<void> {
  const invite = await lockInvite(unit.db, dealer_id, invite_id);
  if (!invite) return;
  const now = unit.now();
  const opened_at = invite.opened_at ?? now;
  const chosen = site_id === undefined ? {} : { followed_at: invite.followed_at ?? now, site_id };
  await updateInvite(unit.db, dealer_id, invite_id, {
    opened_at,
    ...chosen,
    ...(kind === "done" && { remind_at: null }),
  });
  const isNews = !invite.opened_at || (site_id !== undefined && !invite.followed_at);
  if (isNews) unit.publish(reviewInviteEvents.changed, { target_id: invite_id }, invite);
}
