import { type Deadline, NeverLeft } from "../../deadline.ts";
import type { TwilioResponse, TwilioRest } from "../../sms/twilio/rest.ts";
import type { TwilioWebhookSettings } from "../../sms/twilio/signedWebhooks.ts";
import type { OutgoingCall, PlaceResult } from "../voice.ts";
import { placeCallForm } from "./twiml.ts";
import { webhookRoot } from "./webhooks.ts";

const tooManyRequests = "20429";
/** The phone is none, can't be reached, or is in a country that the account doesn't call. */
const phoneErrors = new Set(["13223", "13224", "13225", "13226", "13227", "21201", "21211", "21214", "21215", "21217"]);

/** Asks Twilio to ring a member's phone, once: after an unclear answer a second request could ring it twice. */
export async function placeOnTwilio(
  rest: TwilioRest,
  { accountSid, publicUrl, log }: TwilioWebhookSettings,
  call: OutgoingCall,
  leaveBy: Deadline,
): Promise<PlaceResult> {
  try {
    const form = placeCallForm(webhookRoot(publicUrl), call);
    return resultOf(await rest.post(`/2010-04-01/Accounts/${accountSid}/Calls.json`, form, leaveBy));
  } catch (error) {
    if (error instanceof NeverLeft) return { kind: "refused", class: "later", why: error.message };
    log.warn({ err: error, reference: call.reference }, "no answer from the carrier to a call");
    return { kind: "lost", why: error instanceof Error ? error.message : String(error) };
  }
}

function resultOf({ status, body }: TwilioResponse): PlaceResult {
  const code = typeof body.code === "number" || typeof body.code === "string" ? String(body.code) : "";
  const why = `The carrier answered with status ${status}${code && `, code ${code}`}`;
  if (status === 429 || (status >= 400 && code === tooManyRequests)) return { kind: "refused", class: "later", why };
  if (status >= 200 && status < 300) {
    const { sid } = body;
    return typeof sid === "string" && /^CA\w+$/.test(sid) ? { kind: "placed", sid } : { kind: "lost", why };
  }
  // A proxy's 408 says nothing about what Twilio did.
  if (status < 400 || status >= 500 || status === 408) return { kind: "lost", why };
  return { kind: "refused", class: phoneErrors.has(code) ? "phone" : "configuration", why };
}
