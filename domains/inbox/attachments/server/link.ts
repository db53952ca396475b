import { fileAddress } from "#core/server/fileAddress.ts";
import type { Server } from "#core/server/serve.ts";
import { isSignature, signatureOf } from "#core/server/sign.ts";
import { linkDays } from "../contract.ts";
import { sentAttachment } from "./store.ts";

const aDay = 86_400_000;

/** 132 bits: short enough for a text, and nobody guesses it. */
const signed = (secret: string, of: Linked) =>
  signatureOf(secret, ["attachment", of.dealer_id, of.id, of.day]).slice(0, 22);

interface Linked {
  readonly dealer_id: number;
  readonly id: number;
  /** The last day on which it works, counted from 1970. */
  readonly day: number;
}

/** The address that a customer gets of a file, below the public one. It works for some weeks, and is short. */
export function linkTo(secret: string, dealer_id: number, id: number, now: Date): string {
  const of = { dealer_id, id, day: Math.floor(now.getTime() / aDay) + linkDays };
  const parts = [of.dealer_id, of.id, of.day].map((part) => part.toString(36));
  return `/f/${parts.join(".")}.${signed(secret, of)}`;
}

/** What a link leads to; undefined for one that we did not write or that has ended. */
function readLink(secret: string, token: string, now: Date): Linked | undefined {
  const [, dealer, file, last, signature = ""] = /^(\w{1,10})\.(\w{1,10})\.(\w{1,6})\.([\w-]{22})$/.exec(token) ?? [];
  const [dealer_id, id, day] = [dealer, file, last].map((part) => Number.parseInt(part ?? "", 36)) as [
    number,
    number,
    number,
  ];
  const of = { dealer_id, id, day };
  return isSignature(signature, signed(secret, of)) && now.getTime() < (day + 1) * aDay ? of : undefined;
}

/** Leads customers from the link in their text to the file. */
export function serveLinks({ http, within, ports, secret }: Server): void {
  http.get<{ Params: { token: string } }>("/f/:token", async ({ params }, reply) => {
    const now = ports.clock.now();
    const of = readLink(secret, params.token, now);
    const file = of && (await within.lookup("a customer's link", (db) => sentAttachment(db, of.dealer_id, of.id)));
    reply
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .header("x-robots-tag", "noindex");
    if (!file) return reply.code(404).type("text/plain").send("This link has ended. Please ask for a new one.");
    return reply.redirect(fileAddress(secret, file.storage_key, now), 302);
  });
}
