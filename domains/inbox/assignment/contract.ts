import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, optionalId, sent } from "#core/fields.ts";
import { staff } from "#core/people.ts";

const whoText = "Select a team member, or send user_id empty for nobody.";

export const chatAssignment = calls("teamwork", {
  assign: {
    method: "POST",
    path: "/assignChat",
    allow: staff,
    audit: "none: the new assignee is told who gave them the chat",
    about: "Assigns a chat to a member, who is notified; with an empty user_id, to nobody.",
    body: z.object({ chat_id: Id, user_id: sent(optionalId, whoText) }),
    data: z.object({ assigned_to: z.nullable(Id) }),
  },
});
