import * as z from "zod/mini";
import { isSignature, signatureOf } from "#core/server/sign.ts";

/** What a download URL encodes. */
const CampaignTicket = z.object({
  dealer_id: z.number(),
  location_id: z.number(),
  session_id: z.number(),
  campaign_id: z.number(),
  channel: z.enum(["sms", "email"]),
  until: z.number(),
});
export type CampaignTicket = z.infer<typeof CampaignTicket>;

/** Encodes and signs a ticket as a URL segment. */
export function sealTicket(secret: string, ticket: CampaignTicket): string {
  const text = Buffer.from(JSON.stringify(ticket)).toString("base64url");
  return `${text}.${sign(secret, text)}`;
}

/** @returns undefined when the signature is wrong or the ticket has expired. */
export function openTicket(secret: string, seal: string, now: Date): CampaignTicket | undefined {
  const [text = "", signature = ""] = seal.split(".");
  if (!isSignature(signature, sign(secret, text))) return undefined;
  const ticket = z.parse(CampaignTicket, JSON.parse(Buffer.from(text, "base64url").toString()));
  return ticket.until > now.getTime() ? ticket : undefined;
}

const sign = (secret: string, text: string) => signatureOf(secret, ["campaign export", text]);
