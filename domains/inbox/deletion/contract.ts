import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id } from "#core/fields.ts";
import { staff } from "#core/people.ts";

export const messageDeletion = calls("teamwork", {
  deleteMessage: {
    method: "GET",
    path: "/deleteChatMessage/{message_id}",
    allow: staff,
    audit: "trail",
    about:
      "Deletes a message, for those who may: everybody but the owner sees from then on only that it was there. What was sent to the customer stays with them.",
    params: z.object({ message_id: Id }),
    successMessage: "Message deleted!",
  },
});
