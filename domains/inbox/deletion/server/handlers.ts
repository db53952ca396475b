import type { Handlers } from "#core/server/serve.ts";
import type { messageDeletion } from "../contract.ts";
import { deleteMessage } from "./deleteMessage.ts";
import { hideFilesJob } from "./jobs.ts";

/** Seconds to wait before hiding an outbound message's files: the carrier may still be fetching them. */
const carrierFetchSeconds = 3_600;

export const messageDeletionHandlers: Handlers<typeof messageDeletion> = {
  async deleteMessage(context, { params: { message_id } }) {
    const message = await deleteMessage(context, message_id);
    if (!message || (message.media_count === 0 && message.message_type === "message")) return null;
    const after = message.is_from_customer === 1 ? 0 : carrierFetchSeconds;
    context.enqueue(hideFilesJob, { dealer_id: context.scope.dealer_id, message_id }, { delaySeconds: after });
    return null;
  },
};
