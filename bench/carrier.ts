import { createHmac } from "node:crypto";
import { Agent, type OutgoingHttpHeaders, request } from "node:http";
import type { Logger } from "pino";
import type { InboundText } from "#ports/sms/sms.ts";
import { createTwilioSms } from "#ports/sms/twilio/twilioSms.ts";
import type { BenchInbox } from "./benchInbox.ts";

const account = { accountSid: "ACbench", authTokens: ["bench"] as const, apiUrl: "http://127.0.0.1:9" };
const publicUrl = "https://rooftop.example";

/** The real Twilio adapter with an unreachable API: it can only receive webhooks. */
export const createUnreachableTwilio = (log: Logger) => createTwilioSms({ ...account, publicUrl, log });

/** What a webhook says of an inbound text. */
export type WebhookText = Pick<InboundText, "sid" | "from" | "to" | "body">;

/** Posts a text as a signed webhook, as Twilio does; throws unless the answer is 200. */
export async function postTextWebhook(url: string, { sid, from, to, body }: WebhookText): Promise<void> {
  const fields = { AccountSid: account.accountSid, Body: body, From: from, MessageSid: sid, NumMedia: "0", To: to };
  const path = "/webhooks/twilio/message";
  const signed = Object.entries(fields)
    .sort()
    .reduce((text, [name, value]) => text + name + value, publicUrl + path);
  const signature = createHmac("sha1", account.authTokens[0]).update(signed).digest("base64");
  const headers = { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature };
  const status = await post(url + path, headers, new URLSearchParams(fields).toString());
  if (status !== 200) throw new Error(`The webhook was answered with ${status}`);
}

const agent = new Agent({ keepAlive: true });

/** Plain http.request: fetch costs several times as much of the processor that the measured app shares. */
function post(url: string, headers: OutgoingHttpHeaders, body: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: "POST", agent, headers }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode));
    });
    outgoing.once("error", reject).end(body);
  });
}

/** The phone number of the location under test. */
export async function phoneNumberOf({ pool, dealer }: BenchInbox): Promise<string> {
  const text = "select number from phone_numbers where dealer_id = $1 and location_id = $2 and kind = 'main'";
  return (await pool.query(text, [dealer.dealer_id, dealer.location_id])).rows[0].number;
}
