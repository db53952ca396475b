import * as z from "zod/mini";
import { facts } from "#core/fact.ts";
import { Id } from "#core/fields.ts";

export const inboxFacts = facts({
  textFailed: {
    fact: "text.failed",
    about: "A text in a conversation wasn't sent or delivered. Somebody may send it again.",
    data: z.object({ dealer_id: Id, location_id: Id, message_id: Id }),
  },
  visitorWrote: {
    fact: "visitor.wrote",
    about: "A visitor of the business's website sent a message by its widget.",
    data: z.object({ dealer_id: Id, location_id: Id, message_id: Id }),
  },
  strangerWrote: {
    fact: "stranger.wrote",
    about: "A phone that no customer had sent its first text.",
    data: z.object({ dealer_id: Id, location_id: Id, message_id: Id }),
  },
  callEnded: {
    fact: "call.ended",
    about: "An incoming call that isn't spam ended, answered or not.",
    data: z.object({ dealer_id: Id, location_id: Id, call_id: Id }),
  },
  callMissed: {
    fact: "call.missed",
    about: "An incoming call that isn't spam ended without an answer, perhaps with a voicemail.",
    data: z.object({ dealer_id: Id, location_id: Id, call_id: Id }),
  },
});
