import type { JobData } from "#core/job.ts";
import type { Server } from "#core/server/serve.ts";
import type { Unit } from "#core/server/unit.ts";
import { isSuppressed } from "#domains/customers/server/public.ts";
import { locationOfNumber, platformSender } from "#domains/locations/server/public.ts";
import { phonePause, phoneText, tellWithin } from "../rules.ts";
import type { textPhoneJob } from "./jobs.ts";
import { claimPhoneNotice, newestMessage, releasePhoneNotice } from "./store.ts";

type Given = JobData<typeof textPhoneJob>;

/** Texts the location's notification phone about a customer's message, when nobody of the location is signed in. */
export async function textPhone(server: Server, given: Given): Promise<void> {
  const { within, ports, log } = server;
  const { dealer_id, location_id, chat_id } = given;
  const text = await within.platform("notification phone", (unit) => textFor(unit, given, server.publicUrl));
  if (!text) return;
  if (await ports.realtime.isAnyoneIn({ kind: "location", dealer_id, location_id })) return;
  const place = { dealer_id, location_id };
  const now = ports.clock.now();
  const pauseBefore = new Date(now.getTime() - phonePause);
  const mine = await within.business(place, "notification phone", ({ db }) =>
    claimPhoneNotice(db, place, chat_id, now, pauseBefore),
  );
  if (!mine) return;
  const reference = `notice.${dealer_id}.${given.message_id}`;
  const result = await ports.sms.send({ ...text, media: [], reference });
  if (result.kind === "busy") {
    await within.business(place, "notification phone", ({ db }) => releasePhoneNotice(db, place, chat_id));
    throw new Error("The carrier had no time for the text to the notification phone");
  }
  // Lost: it may well have been taken, so it is not tried again.
  if (result.kind !== "accepted")
    log.warn({ ...place, reference, outcome: result.kind }, "a notification phone was not texted");
}

/** From where, to where and what; undefined when there is nobody to tell, nothing to tell, or a circle would begin. */
async function textFor({ db, now }: Unit, given: Given, publicUrl: string) {
  const { dealer_id, location_id, chat_id, message_id, at } = given;
  if (now().getTime() - Date.parse(at) > tellWithin) return undefined;
  const told = await newestMessage(db, { dealer_id, location_id }, chat_id, message_id);
  // Seen already: somebody was there.
  if (!told?.notification_phone_no || told.new_message_count === 0) return undefined;
  const to = told.notification_phone_no;
  // Neither the notification phone itself nor another of our numbers: they would answer each other for ever.
  if (told.phone === to || (await locationOfNumber(db, told.phone))) return undefined;
  if (await isSuppressed(db, dealer_id, to)) return undefined;
  const from = await platformSender(db, dealer_id);
  return from && from !== to ? { from, to, body: phoneText(told, publicUrl) } : undefined;
}
