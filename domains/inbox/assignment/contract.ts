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
    about: "Makes a chat a member's, who is told; without a user_id it is nobody's.",
    body: z.object({ chat_id: Id, user_id: optionalId }),
    data: z.object({ assigned_to: z.nullable(Id) }),
  },
});
