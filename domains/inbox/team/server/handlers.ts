import { found } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { customerName } from "#domains/customers/rules.ts";
import { assignChat, chatById, deleteMessage, isChat } from "#domains/inbox/server/public.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { memberById } from "#domains/team/server/public.ts";
import { type teamwork, teamworkEvents } from "../contract.ts";
import { hideFilesJob } from "./jobs.ts";

/** Seconds for which the carrier may still come for the files of a text that is on its way. */
const carrierFetches = 3_600;

export const teamworkHandlers: Handlers<typeof teamwork> = {
  async presence({ db, scope, who, tell }, { body: { chat_id, is_typing, is_here = 1, is_new = 0 } }) {
    found((await isChat(db, scope, chat_id)) || undefined);
    const { user_id } = who;
    const name = `${who.first_name} ${who.last_name}`.trim();
    tell(teamworkEvents.presence, { target_id: chat_id, user_id, name, is_typing, is_here, is_new });
    return null;
  },

  async assign(context, { body: { chat_id, user_id } }) {
    const { db, scope, who } = context;
    const { customer } = found(await chatById(db, scope, chat_id));
    const member = user_id === undefined ? undefined : found(await memberById(db, scope, user_id));
    const assigned_to = member?.id ?? null;
    const isNew = await assignChat(context, scope, chat_id, assigned_to);
    if (isNew && member && member.id !== who.user_id) {
      await notify(
        context,
        { ...scope, user_ids: [member.id] },
        {
          kind: "assigned",
          title: `${who.first_name} ${who.last_name} gave you a chat`,
          text: customerName(customer),
          chat_id,
        },
      );
    }
    return { assigned_to };
  },

  async deleteMessage(context, { params: { message_id } }) {
    const message = await deleteMessage(context, message_id);
    if (!message || (message.media_count === 0 && message.message_type === "message")) return null;
    const after = message.is_from_customer === 1 ? 0 : carrierFetches;
    context.enqueue(hideFilesJob, { dealer_id: context.scope.dealer_id, message_id }, { after });
    return null;
  },
};
