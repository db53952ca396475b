import { orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import type { chatAttachments } from "../contract.ts";
import { receiveFile } from "./receiveFile.ts";
import { deleteAttachment, lockDraft } from "./store.ts";

export const chatAttachmentHandlers: Handlers<typeof chatAttachments> = {
  async add(context, { body: { chat_id }, file }) {
    return receiveFile(context, chat_id, file);
  },

  async remove({ db, scope, who, ports, log, afterCommit }, { params: { attachment_id } }) {
    const { storage_key } = orNotFound(await lockDraft(db, scope, who.user_id, attachment_id));
    await deleteAttachment(db, scope.dealer_id, attachment_id);
    afterCommit(() => {
      ports.storage
        .remove(storage_key)
        .catch((error) => log.warn({ err: error, attachment_id }, "a file was not removed"));
    });
    return null;
  },
};
