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
      "Deletes a message, for those allowed to. Everybody but the owner then sees only that it existed. The customer keeps what was sent.",
    params: z.object({ message_id: Id }),
    successMessage: "Message deleted!",
  },
});
