import { Failure, orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { customerById } from "#domains/customers/server/public.ts";
import { type inbox, inboxEvents } from "#domains/inbox/contract.ts";
import { chatById, chatWith } from "#domains/inbox/server/chatStore.ts";
import { lockMessage, messageById, messageViewFor, updateMessage } from "#domains/inbox/server/messageStore.ts";
import type { ChatOpened } from "#domains/inbox/server/openChat.ts";
import { takeFromQuota } from "#domains/quotas/server/public.ts";
import { canRetry } from "../rules.ts";
import { deliverJob } from "./deliver.ts";
import { answerAgainJob } from "./failedReplies.ts";
import { assertSendable, sendMessage, sendOnce } from "./sendMessage.ts";

type SendHandlers = Handlers<Pick<typeof inbox, "send" | "sendToCustomer" | "retry">>;

/** @param opened lets other domains add to the chat that the first text opens. */
export const sendHandlers = (opened: ChatOpened): SendHandlers => ({
  async send(context, { body, file }) {
    return sendMessage(context, body, file);
  },

  async sendToCustomer(context, { body }) {
    const { db, scope } = context;
    const customer = orNotFound(await customerById(db, scope, body.customer_id));
    await assertSendable(context, customer);
    const chat_id = await chatWith(db, scope.dealer_id, scope.location_id, customer.id);
    await opened(context, scope, { chat_id, phone: customer.phone });
    await sendOnce(context, chat_id, body);
    return { chat_id };
  },

  async retry(context, { params: { message_id } }) {
    const { db, scope } = context;
    const message = orNotFound(await lockMessage(db, scope.dealer_id, message_id));
    const chat = orNotFound(await chatById(db, scope, message.chat_id));
    if (message.deleted_at) throw new Failure("conflict", "This message was deleted.");
    const isOfCampaign = message.campaign_id !== null;
    if (!canRetry({ ...message, isOfCampaign }))
      throw new Failure("conflict", "Only failed messages can be sent again.");
    await assertSendable(context, chat.customer);
    await takeFromQuota(context, scope.dealer_id, "texts");
    await updateMessage(db, scope.dealer_id, message_id, { state: "queued" });
    const { dealer_id, location_id } = scope;
    context.enqueue(deliverJob, { dealer_id, message_id });
    context.enqueue(answerAgainJob, { dealer_id, location_id, message_id });
    context.publish(inboxEvents.messageOpen, { message_id, target_id: chat.id, what: "state" });
    return orNotFound(await messageById(db, scope.dealer_id, chat.id, message_id, messageViewFor(context, chat)));
  },
});
