import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyReply } from "fastify";
import { toString as qrText } from "qrcode";
import { escapeHtml } from "#core/escapeHtml.ts";
import type { Server } from "#core/server/serve.ts";
import { readSignedLink } from "#core/server/signedLink.ts";
import { pageFacts } from "./store.ts";

interface PosterParams {
  readonly token: string;
}

/**
 * Serves `/r/poster/{token}`: a location's page for reviews as a QR code on a sheet to print. The link is the one that
 * belongs to no one; a customer's own link makes no poster.
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

/** A letter page in black, the business's name and the code; on a screen with a button above, which isn't printed. */
const posterStyles = `
@page { size: letter; margin: 0.75in }
* { box-sizing: border-box }
body { margin: 0; background: #e8ecef; color: #151d23;
  font: 16px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif }
header { display: flex; justify-content: center; padding: 16px }
button { min-height: 44px; padding: 8px 24px; border: 0; border-radius: 8px; background: #016b70; color: #fff; font: inherit;
  font-weight: 600; cursor: pointer }
button:focus-visible { outline: 3px solid #016b70; outline-offset: 3px }
main { display: flex; flex-direction: column; align-items: center; justify-content: space-between; gap: 4vmin;
  width: min(8.5in, 100%); min-height: min(11in, 129vw); margin: 0 auto 32px; padding: 0.75in 6%; background: #fff;
  text-align: center; overflow-wrap: anywhere; text-wrap: balance }
h1 { margin: 0; font-size: clamp(26px, 6vw, 56px); line-height: 1.15 }
.place { margin: 8px 0 0; font-size: clamp(16px, 2.6vw, 24px); color: #4a565f }
.ask { margin: 0; font-size: clamp(22px, 4.4vw, 40px); font-weight: 600 }
.ask span { display: block; font-size: 0.7em; font-weight: 400; color: #4a565f }
figure { width: min(4.5in, 80%); margin: 0 }
figure svg { display: block; width: 100%; height: auto }
.how { margin: 0; font-size: clamp(15px, 2.2vw, 20px); color: #4a565f }
@media print {
  body { background: #fff }
  header { display: none }
  main { width: auto; min-height: 9.4in; margin: 0; padding: 0 }
}
`;
