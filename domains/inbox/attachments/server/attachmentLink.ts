import type { Server } from "#core/server/serve.ts";
import { isSignature, signatureOf } from "#core/server/sign.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import { linkDays } from "../contract.ts";
import { sentAttachmentById } from "./store.ts";

const dayMs = 86_400_000;

/** 132 bits: short enough for a text, too long to guess. */
const sign = (secret: string, target: LinkTarget) =>
  signatureOf(secret, ["attachment", target.dealer_id, target.id, target.day]).slice(0, 22);

interface LinkTarget {
  readonly dealer_id: number;
  readonly id: number;
  /** The last day the link works, in days since 1970. */
  readonly day: number;
}

/** The signed path of a file that is texted to a customer, relative to the public URL. */
export function attachmentLink(secret: string, dealer_id: number, id: number, now: Date): string {
  const target = { dealer_id, id, day: Math.floor(now.getTime() / dayMs) + linkDays };
  const parts = [target.dealer_id, target.id, target.day].map((part) => part.toString(36));
  return `/f/${parts.join(".")}.${sign(secret, target)}`;
}

/** What a link points to; undefined when it is forged or expired. */
function readLink(secret: string, token: string, now: Date): LinkTarget | undefined {
  const [, dealer, file, last, signature = ""] = /^(\w{1,10})\.(\w{1,10})\.(\w{1,6})\.([\w-]{22})$/.exec(token) ?? [];
  const [dealer_id, id, day] = [dealer, file, last].map((part) => Number.parseInt(part ?? "", 36)) as [
    number,
    number,
    number,
  ];
  const target = { dealer_id, id, day };
  return isSignature(signature, sign(secret, target)) && now.getTime() < (day + 1) * dayMs ? target : undefined;
}

/** Redirects the short link in a customer's text to the file. */
export function serveAttachmentLinks({ http, within, ports, secret }: Server): void {
  http.get<{ Params: { token: string } }>("/f/:token", async ({ params }, reply) => {
    const now = ports.clock.now();
    const target = readLink(secret, params.token, now);
    const file =
      target && (await within.lookup("a customer's link", (db) => sentAttachmentById(db, target.dealer_id, target.id)));
    reply
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .header("x-robots-tag", "noindex");
    if (!file) return reply.code(404).type("text/plain").send("This link has expired. Ask for a new one.");
    return reply.redirect(signedFileUrl(secret, file.storage_key, now), 302);
  });
}
