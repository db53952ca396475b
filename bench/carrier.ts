import { createHmac } from "node:crypto";
import { Agent, type OutgoingHttpHeaders, request } from "node:http";
import type { Logger } from "pino";
import { createTwilio } from "#ports/sms/twilio.ts";
import type { Town } from "./town.ts";

const account = { accountSid: "ACbench", authTokens: ["bench"] as const, apiUrl: "http://127.0.0.1:9" };
const publicUrl = "https://rooftop.example";

/** The real adapter of a carrier that nobody can reach: it only takes webhooks in. */
export const openCarrier = (log: Logger) => createTwilio({ ...account, publicUrl, log });

/** A text as the carrier tells of it. */
export interface Text {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
}

/** Tells of a text by a signed webhook, as Twilio does; throws unless it is taken. */
export async function webhook(url: string, { sid, from, to, body }: Text): Promise<void> {
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

/** What is measured shares its processor with whoever asks, and fetch costs several times as much. */
function post(url: string, headers: OutgoingHttpHeaders, body: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: "POST", agent, headers }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode));
    });
    asked.once("error", reject).end(body);
  });
}

/** The number at which a town is texted. */
export async function numberOf({ pool, dealer }: Town): Promise<string> {
  const text = "select number from phone_numbers where dealer_id = $1 and location_id = $2";
  return (await pool.query(text, [dealer.dealer_id, dealer.location_id])).rows[0].number;
}
