import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, optionalId } from "#core/fields.ts";
import { staff } from "#core/people.ts";

export const chatAssignment = calls("teamwork", {
  assign: {
    method: "POST",
    path: "/assignChat",
    allow: staff,
    audit: "none: the new assignee is told who gave them the chat",
    about: "Assigns a chat to a member, who is notified; without a user_id, to nobody.",
    body: z.object({ chat_id: Id, user_id: optionalId }),
    data: z.object({ assigned_to: z.nullable(Id) }),
  },
});
