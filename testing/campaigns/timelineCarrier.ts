import type { OutgoingText, SendResult } from "#ports/sms/sms.ts";
import type { TestApp } from "../testApp.ts";

/** A text that the carrier took. */
export interface TakenText {
  readonly campaign_id: number;
  readonly to: string;
  readonly at: number;
  readonly reference: string;
}

/** What the carrier does with its next texts. */
export const carrierMoods = ["takes", "is busy", "loses the answer", "loses the request"] as const;
export type CarrierMood = (typeof carrierMoods)[number];

/** A carrier that knows what it took, whatever it answered. */
export interface TimelineCarrier {
  readonly taken: TakenText[];
  /** The next text gets this; later ones are taken. */
  next(mood: CarrierMood): void;
}

/**
 * Puts itself in the place of the app's carrier.
 *
 * @param onText is told of each text that arrives there, taken or not, before it is answered.
 */
export function takeOverCarrier({ sms, clock }: TestApp, onText: (text: OutgoingText) => void): TimelineCarrier {
  const taken: TakenText[] = [];
  const moods: CarrierMood[] = [];
  const byReference = new Map<string, string>();
  sms.send = async (text): Promise<SendResult> => {
    onText(text);
    const mood = moods.shift() ?? "takes";
    if (mood === "is busy") return { kind: "busy", retryAfterSeconds: 1 };
    if (mood === "loses the request") return { kind: "lost", why: "reset" };
    const sid = `SM${text.reference}`;
    const campaign_id = Number(text.reference.split(".")[2]);
    // Answers to STOP and START are no marketing: they count toward nobody's limit.
    if (text.reference.startsWith("c."))
      taken.push({ campaign_id, to: text.to, at: clock.now().getTime(), reference: text.reference });
    byReference.set(text.reference, sid);
    return mood === "takes" ? { kind: "accepted", sid, status: "queued" } : { kind: "lost", why: "reset" };
  };
  sms.answerFind(({ reference }) => {
    const sid = byReference.get(reference);
    return sid === undefined ? { kind: "absent", surely: true } : { kind: "found", sid, status: "sent" };
  });
  return { taken, next: (mood) => void moods.push(mood) };
}
