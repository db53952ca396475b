import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyReply } from "fastify";
import { toString as qrText } from "qrcode";
import { escapeHtml } from "#core/escapeHtml.ts";
import type { Server } from "#core/server/serve.ts";
import { readSignedLink } from "#core/server/signedLink.ts";
import { pageFacts } from "../../reviewPage/server/public.ts";
import { posterStyles } from "./posterStyles.ts";

interface PosterParams {
  readonly token: string;
}

/**
 * Serves `/r/poster/{token}`: a location's page for reviews as a QR code on a sheet to print. The link is the one that
 * belongs to nobody; a customer's own link makes no poster.
 */
export function servePoster({ http, within, secret, publicUrl }: Server): void {
  const script = readFileSync(join(import.meta.dirname, "browser", "print.js"), "utf8");
  http.get("/r/print.js", (_request, reply) =>
    reply.header("cache-control", "public, max-age=3600").type("text/javascript; charset=utf-8").send(script),
  );

  http.get<{ Params: PosterParams }>("/r/poster/:token", async ({ params: { token } }, reply) => {
    const link = readSignedLink([secret], "r", token);
    const [invite_id, location_id] = link?.ids ?? [];
    const facts =
      link && invite_id === 0 && location_id !== undefined
        ? await within.business({ dealer_id: link.dealer_id }, "the poster for reviews", ({ db }) =>
            pageFacts(db, link.dealer_id, location_id),
          )
        : undefined;
    if (!facts) return send(reply.code(404), "Rooftop", "<main><h1>This link doesn't work</h1></main>", "");
    const code = await qrSvg(`${publicUrl}/r/${token}`);
    return send(reply, `Review poster: ${facts.business}`, posterContent(facts, code), script);
  });
}

/** A quarter of the code may be covered or worn before it can't be read any more. */
const qrSvg = (text: string) => qrText(text, { type: "svg", errorCorrectionLevel: "Q", margin: 2 });

function posterContent({ business, location }: { business: string; location: string }, code: string): string {
  const place = location === "" || location === business ? "" : `<p class="place">${escapeHtml(location)}</p>`;
  return `<header><button type="button">Print</button></header>
<main>
<div><h1>${escapeHtml(business)}</h1>${place}</div>
<p class="ask">Leave us a review<span lang="es">Déjenos una reseña</span></p>
<figure role="img" aria-label="QR code of the review page">${code}</figure>
<p class="how">Scan the code with your phone's camera.<br><span lang="es">Escanee el código con la cámara de su teléfono.</span></p>
</main>`;
}

function send(reply: FastifyReply, title: string, content: string, script: string): FastifyReply {
  const nonce = randomBytes(16).toString("base64url");
  const policy = `default-src 'none'; script-src 'self'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'; require-trusted-types-for 'script'`;
  return reply
    .header("content-security-policy", policy)
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("x-robots-tag", "noindex")
    .type("text/html; charset=utf-8")
    .send(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${posterStyles}</style>${script && '<script src="/r/print.js" defer></script>'}</head>
<body>${content}</body></html>
`);
}
