import { randomBytes } from "node:crypto";
import type { FastifyReply } from "fastify";
import { frameAncestors } from "../rules.ts";
import type { OpenWidget } from "./openWidget.ts";
import { type Html, noWidgetPage, pageAround } from "./page.ts";

/** Runs no script but ours, and is shown on the business's websites alone, once it named them. */
export function sendPage(reply: FastifyReply, { page, sites }: OpenWidget, status: number, body: Html): FastifyReply {
  const nonce = randomBytes(16).toString("base64url");
  const policy = [
    "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'",
    `style-src 'nonce-${nonce}'; frame-ancestors ${frameAncestors(sites)}`,
  ].join("; ");
  return closed(reply.code(status))
    .removeHeader("x-frame-options")
    .header("content-security-policy", policy)
    .send(pageAround(page, body, nonce));
}

/** For an unknown key, or a widget that is off. */
export const sendNothing = (reply: FastifyReply): FastifyReply =>
  closed(reply.code(404))
    .removeHeader("x-frame-options")
    .header("content-security-policy", "default-src 'none'; frame-ancestors *; require-trusted-types-for 'script'")
    .send(noWidgetPage);

/** Kept by no cache and found by no search engine. */
function closed(reply: FastifyReply): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .header("x-robots-tag", "noindex")
    .header("referrer-policy", "no-referrer")
    .header("cross-origin-resource-policy", "cross-origin")
    .type("text/html; charset=utf-8");
}
