import type { FastifyInstance } from "fastify";
import { emptyTwiml, mountSignedWebhooks, type TwilioWebhookSettings } from "../../sms/twilio/signedWebhooks.ts";
import { acceptKey, type CallKey, type DialResult, type Recording, type VoiceCallbacks } from "../voice.ts";
import { acceptPromptTwiml, connectPromptTwiml, hangUpTwiml, sayTwiml, stepTwiml } from "./twiml.ts";

/** The final call statuses. */
const finalStatuses = new Set(["completed", "busy", "failed", "no-answer", "canceled"]);

const reference = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The placeholder numbers that Twilio sends for withheld caller IDs. */
const withheldNumbers = new Set(["+266696687", "+7378742883", "+2562533", "+8566696", "+86282452253"]);

/** The base of all webhooks' addresses. */
export const webhookRoot = (publicUrl: string) => `${publicUrl.replace(/\/+$/, "")}/webhooks/twilio`;

/**
 * Mounts Twilio's voice webhooks: `/webhooks/twilio/voice` requests the next step, the paths below it report that step's
 * progress, and `/webhooks/twilio/recording` receives recordings and the end of a call.
 */
export async function mountTwilioVoiceWebhooks(
  http: FastifyInstance,
  settings: TwilioWebhookSettings,
  callbacks: VoiceCallbacks,
): Promise<void> {
  const root = webhookRoot(settings.publicUrl);
  const contextOf = (call: CallKey) => ({ root, call });

  await mountSignedWebhooks(http, settings, {
    "/webhooks/twilio/voice": async (form, query) => {
      const call = parseCall(form, query);
      if (!call) return undefined;
      if (finalStatuses.has(form.get("CallStatus") ?? "")) return reportEnd(callbacks, call, form);
      return stepTwiml(contextOf(call), await callbacks.onIncomingCall(call));
    },
    "/webhooks/twilio/voice/picked-up": async (form, query) => {
      const call = parseCall(form, query);
      return call && acceptPromptTwiml(contextOf(call), await callbacks.onPickedUp(call));
    },
    "/webhooks/twilio/voice/accepted": async (form, query) => {
      const call = parseCall(form, query);
      if (!call) return undefined;
      if (form.get("Digits") !== acceptKey) return hangUpTwiml;
      await callbacks.onAccepted(call);
      // Empty TwiML connects the two parties.
      return emptyTwiml;
    },
    "/webhooks/twilio/voice/member": async (form, query) => {
      const call = parseCall(form, query);
      return call && connectPromptTwiml(contextOf(call), await callbacks.onPickedUp(call));
    },
    "/webhooks/twilio/voice/connect": async (form, query) => {
      const call = parseCall(form, query);
      if (!call) return undefined;
      if (form.get("Digits") !== acceptKey) return hangUpTwiml;
      return stepTwiml(contextOf(call), await callbacks.onConnect(call));
    },
    "/webhooks/twilio/voice/answered": async (form, query) => {
      const call = parseCall(form, query);
      return call && sayTwiml(await callbacks.onAnswered(call));
    },
    "/webhooks/twilio/voice/dialed": async (form, query) => {
      const call = parseCall(form, query);
      if (!call) return undefined;
      const seconds = parseCount(form, "DialCallDuration");
      const turn = parseCount(query, "turn") ?? 0;
      return stepTwiml(contextOf(call), await callbacks.onDialed(call, parseDialResult(form), seconds, turn));
    },
    "/webhooks/twilio/voice/left": async () => hangUpTwiml,
    "/webhooks/twilio/recording": async (form, query) => {
      const call = parseCall(form, query);
      if (!call) return undefined;
      if (!form.has("RecordingSid")) {
        return finalStatuses.has(form.get("CallStatus") ?? "") ? reportEnd(callbacks, call, form) : undefined;
      }
      const recording = parseRecording(form, query);
      if (recording) await callbacks.onRecording(call, recording);
      return recording && emptyTwiml;
    },
  });
}

async function reportEnd(callbacks: VoiceCallbacks, call: CallKey, form: URLSearchParams): Promise<string> {
  await callbacks.onCallEnded(call, parseCount(form, "CallDuration"));
  return emptyTwiml;
}

/** Some webhooks come from another leg or omit the numbers, so our callback URLs carry the call's identity. */
function parseCall(form: URLSearchParams, query: URLSearchParams): CallKey | undefined {
  const fieldValue = (field: string) => query.get(field) ?? form.get(field) ?? "";
  const sid = fieldValue("CallSid");
  // Our own URLs name a call that we placed by its reference.
  if (!/^CA[0-9a-zA-Z]{1,62}$/.test(sid) && !(query.has("CallSid") && reference.test(sid))) return undefined;
  return { sid, from: parseNumber(fieldValue("From")), to: parseNumber(fieldValue("To")) };
}

function parseNumber(value: string): string {
  return /^\+[1-9]\d{6,14}$/.test(value) && !withheldNumbers.has(value) ? value : "";
}

function parseCount(form: URLSearchParams, field: string): number | undefined {
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
  return { sid, url, part, duration: parseCount(form, "RecordingDuration") };
}
