import type { FastifyInstance } from "fastify";
import { mountSigned, nothingToDo, type WebhookSettings } from "../sms/twilioSigned.ts";
import { endsHere, question, stepIn } from "./twilioTwiml.ts";
import { type CallKey, type DialResult, type Recording, takingKey, type VoiceListener } from "./voice.ts";

/** After these nothing follows. */
const endings = new Set(["completed", "busy", "failed", "no-answer", "canceled"]);

/** What Twilio says instead of a number that the caller withholds. */
const withheld = new Set(["+266696687", "+7378742883", "+2562533", "+8566696", "+86282452253"]);

/**
 * Mounts what Twilio calls about calls: `/webhooks/twilio/voice` asks what to do with a call, its further parts follow
 * from the answer, and `/webhooks/twilio/recording` is told of recordings and of a call's end.
 */
export async function mountTwilioCalls(
  http: FastifyInstance,
  settings: WebhookSettings,
  listener: VoiceListener,
): Promise<void> {
  const root = `${settings.publicUrl.replace(/\/+$/, "")}/webhooks/twilio`;
  const placeOf = (call: CallKey) => ({ root, call });

  await mountSigned(http, settings, {
    "/webhooks/twilio/voice": async (form, query) => {
      const call = callIn(form, query);
      if (!call) return undefined;
      if (endings.has(form.get("CallStatus") ?? "")) return ended(listener, call, form);
      return stepIn(placeOf(call), await listener.incoming(call));
    },
    "/webhooks/twilio/voice/picked-up": async (form, query) => {
      const call = callIn(form, query);
      return call && question(placeOf(call), await listener.pickedUp(call));
    },
    "/webhooks/twilio/voice/accepted": async (form, query) => {
      const call = callIn(form, query);
      if (!call) return undefined;
      if (form.get("Digits") !== takingKey) return endsHere;
      await listener.accepted(call);
      // An empty answer puts the two together.
      return nothingToDo;
    },
    "/webhooks/twilio/voice/dialed": async (form, query) => {
      const call = callIn(form, query);
      if (!call) return undefined;
      const step = await listener.dialed(call, dialResultIn(form), secondsIn(form, "DialCallDuration"));
      return stepIn(placeOf(call), step);
    },
    "/webhooks/twilio/voice/left": async () => endsHere,
    "/webhooks/twilio/recording": async (form, query) => {
      const call = callIn(form, query);
      if (!call) return undefined;
      if (!form.has("RecordingSid")) {
        return endings.has(form.get("CallStatus") ?? "") ? ended(listener, call, form) : undefined;
      }
      const recording = recordingIn(form, query);
      if (recording) await listener.recorded(call, recording);
      return recording && nothingToDo;
    },
  });
}

async function ended(listener: VoiceListener, call: CallKey, form: URLSearchParams): Promise<string> {
  await listener.ended(call, secondsIn(form, "CallDuration"));
  return nothingToDo;
}

/** Not every telling is on the caller's own leg, or repeats who calls whom: the addresses that we give out say so. */
function callIn(form: URLSearchParams, query: URLSearchParams): CallKey | undefined {
  const said = (field: string) => query.get(field) ?? form.get(field) ?? "";
  const sid = said("CallSid");
  if (!/^CA[0-9a-zA-Z]{1,62}$/.test(sid)) return undefined;
  return { sid, from: numberIn(said("From")), to: numberIn(said("To")) };
}

function numberIn(given: string): string {
  return /^\+[1-9]\d{6,14}$/.test(given) && !withheld.has(given) ? given : "";
}

function secondsIn(form: URLSearchParams, field: string): number | undefined {
  const text = form.get(field) ?? "";
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

function dialResultIn(form: URLSearchParams): DialResult {
  const bridged = form.get("DialBridged");
  if (bridged !== null) return bridged === "true" ? "bridged" : "unanswered";
  return ["completed", "answered"].includes(form.get("DialCallStatus") ?? "") ? "picked_up" : "unanswered";
}

const parts: Readonly<Record<string, Recording["part"]>> = {
  DialVerb: "call",
  RecordVerb: "voicemail",
  call: "call",
  voicemail: "voicemail",
};

/** Undefined for a recording that is not there yet, or never will be: nothing was said. */
function recordingIn(form: URLSearchParams, query: URLSearchParams): Recording | undefined {
  const [sid, url] = [form.get("RecordingSid"), form.get("RecordingUrl")];
  if (!sid || !url || !URL.canParse(url) || (form.get("RecordingStatus") ?? "completed") !== "completed")
    return undefined;
  const named = form.get("RecordingSource") ?? query.get("part") ?? "";
  const part = Object.hasOwn(parts, named) ? (parts[named] ?? "") : "";
  return { sid, url, part, duration: secondsIn(form, "RecordingDuration") };
}
