import * as z from "zod/mini";
import { facts } from "#core/fact.ts";
import { Id } from "#core/fields.ts";

export const inboxFacts = facts({
  textFailed: {
    fact: "text.failed",
    about: "A text in a conversation wasn't sent or delivered. Somebody may send it again.",
    data: z.object({ dealer_id: Id, location_id: Id, message_id: Id }),
  },
  callMissed: {
    fact: "call.missed",
    about: "An incoming call that isn't spam ended without an answer, perhaps with a voicemail.",
    data: z.object({ dealer_id: Id, location_id: Id, call_id: Id }),
  },
});
