import type { FastifyInstance } from "fastify";
import { mountSigned, nothingToDo, type WebhookSettings } from "../sms/twilioSigned.ts";
import { endsHere, question, stepIn } from "./twilioTwiml.ts";
import { type CallKey, type DialResult, type Recording, takingKey, type VoiceListener } from "./voice.ts";

/** The final call statuses. */
const finalStatuses = new Set(["completed", "busy", "failed", "no-answer", "canceled"]);

/** The placeholder numbers that Twilio sends for withheld caller IDs. */
const withheldNumbers = new Set(["+266696687", "+7378742883", "+2562533", "+8566696", "+86282452253"]);

/**
 * Mounts Twilio's voice webhooks: `/webhooks/twilio/voice` requests the next step, the paths below it report that step's
 * progress, and `/webhooks/twilio/recording` receives recordings and the end of a call.
 */
export async function mountTwilioCalls(
  http: FastifyInstance,
  settings: WebhookSettings,
  callbacks: VoiceListener,
): Promise<void> {
  const root = `${settings.publicUrl.replace(/\/+$/, "")}/webhooks/twilio`;
  const contextOf = (call: CallKey) => ({ root, call });

  await mountSigned(http, settings, {
    "/webhooks/twilio/voice": async (form, query) => {
      const call = parseCall(form, query);
      if (!call) return undefined;
      if (finalStatuses.has(form.get("CallStatus") ?? "")) return reportEnd(callbacks, call, form);
      return stepIn(contextOf(call), await callbacks.incoming(call));
    },
    "/webhooks/twilio/voice/picked-up": async (form, query) => {
      const call = parseCall(form, query);
      return call && question(contextOf(call), await callbacks.pickedUp(call));
    },
    "/webhooks/twilio/voice/accepted": async (form, query) => {
      const call = parseCall(form, query);
      if (!call) return undefined;
      if (form.get("Digits") !== takingKey) return endsHere;
      await callbacks.accepted(call);
      // Empty TwiML connects the two parties.
      return nothingToDo;
    },
    "/webhooks/twilio/voice/dialed": async (form, query) => {
      const call = parseCall(form, query);
      if (!call) return undefined;
      const step = await callbacks.dialed(call, parseDialResult(form), parseSeconds(form, "DialCallDuration"));
      return stepIn(contextOf(call), step);
    },
    "/webhooks/twilio/voice/left": async () => endsHere,
    "/webhooks/twilio/recording": async (form, query) => {
      const call = parseCall(form, query);
      if (!call) return undefined;
      if (!form.has("RecordingSid")) {
        return finalStatuses.has(form.get("CallStatus") ?? "") ? reportEnd(callbacks, call, form) : undefined;
      }
      const recording = parseRecording(form, query);
      if (recording) await callbacks.recorded(call, recording);
      return recording && nothingToDo;
    },
  });
}

async function reportEnd(callbacks: VoiceListener, call: CallKey, form: URLSearchParams): Promise<string> {
  await callbacks.ended(call, parseSeconds(form, "CallDuration"));
  return nothingToDo;
}

/** Some webhooks come from another leg or omit the numbers, so our callback URLs carry the call's identity. */
function parseCall(form: URLSearchParams, query: URLSearchParams): CallKey | undefined {
  const fieldValue = (field: string) => query.get(field) ?? form.get(field) ?? "";
  const sid = fieldValue("CallSid");
  if (!/^CA[0-9a-zA-Z]{1,62}$/.test(sid)) return undefined;
  return { sid, from: parseNumber(fieldValue("From")), to: parseNumber(fieldValue("To")) };
}

function parseNumber(value: string): string {
  return /^\+[1-9]\d{6,14}$/.test(value) && !withheldNumbers.has(value) ? value : "";
}

function parseSeconds(form: URLSearchParams, field: string): number | undefined {
  const text = form.get(field) ?? "";
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

function parseDialResult(form: URLSearchParams): DialResult {
  const bridged = form.get("DialBridged");
  if (bridged !== null) return bridged === "true" ? "bridged" : "unanswered";
  return ["completed", "answered"].includes(form.get("DialCallStatus") ?? "") ? "picked_up" : "unanswered";
}

const partsBySource: Readonly<Record<string, Recording["part"]>> = {
  DialVerb: "call",
  RecordVerb: "voicemail",
  call: "call",
  voicemail: "voicemail",
};

/** Undefined for a recording that is incomplete or absent, such as after silence. */
function parseRecording(form: URLSearchParams, query: URLSearchParams): Recording | undefined {
  const [sid, url] = [form.get("RecordingSid"), form.get("RecordingUrl")];
  if (!sid || !url || !URL.canParse(url) || (form.get("RecordingStatus") ?? "completed") !== "completed")
    return undefined;
  const source = form.get("RecordingSource") ?? query.get("part") ?? "";
  const part = Object.hasOwn(partsBySource, source) ? (partsBySource[source] ?? "") : "";
  return { sid, url, part, duration: parseSeconds(form, "RecordingDuration") };
}
