import { orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { customerName } from "#domains/customers/rules.ts";
import { chatById } from "#domains/inbox/server/chatStore.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { memberById } from "#domains/team/server/public.ts";
import type { chatAssignment } from "../contract.ts";
import { assignChat } from "./assignChat.ts";

export const chatAssignmentHandlers: Handlers<typeof chatAssignment> = {
  async assign(context, { body: { chat_id, user_id } }) {
    const { db, scope, who } = context;
    const { customer } = orNotFound(await chatById(db, scope, chat_id));
    const member = user_id === undefined ? undefined : orNotFound(await memberById(db, scope, user_id));
    const assigned_to = member?.id ?? null;
    const changed = await assignChat(context, scope, chat_id, assigned_to, who.user_id);
    if (changed && member && member.id !== who.user_id) {
      const title = `${who.first_name} ${who.last_name} assigned you a conversation`;
      const recipients = { ...scope, user_ids: [member.id] };
      await notify(context, recipients, { kind: "assigned", title, text: customerName(customer), chat_id });
    }
    return { assigned_to };
  },
};
