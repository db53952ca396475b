import { allows, type CurrentUser, owner } from "#core/people.ts";
import type { ChatMessage } from "#domains/inbox/conversation/contract.ts";

/** Only the owner, and members to whom the owner granted it, can delete messages. */
export function canDeleteMessages({ role, del_allowed }: Pick<CurrentUser, "role" | "del_allowed">): boolean {
  return del_allowed || seesDeleted({ role });
}

/** Only the owner still sees the content of deleted messages. */
export function seesDeleted({ role }: Pick<CurrentUser, "role">): boolean {
  return allows(owner, role);
}

/** What everybody else gets of a deleted message: that it existed, its author, and who deleted it. */
export function withoutContent(message: ChatMessage): ChatMessage {
  const { id, chat_id, is_from_customer, name_initials, sent_by, datetime, state, client_id, deleted } = message;
  const { campaign, automatic } = message;
  return {
    id,
    chat_id,
    is_from_customer,
    name_initials,
    sent_by,
    datetime,
    state,
    client_id,
    deleted,
    campaign,
    automatic,
    message_type: "message",
    message: "",
    attachments: [],
    attachment_path: null,
    media_count: 0,
    recording: null,
    call: null,
    error: "",
    phone: null,
    web_page: null,
    web_name: null,
  };
}

/** True when the content was withheld: every real message has a text, a call or media. */
export function isWithoutContent({ message, call, media_count }: ChatMessage): boolean {
  return message === "" && call === null && media_count === 0;
}
