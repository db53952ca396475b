import { sql } from "kysely";
import { callGroup, type DomainManifest, on } from "#core/server/domainManifest.ts";
import type { Person, PersonRecords } from "#core/server/personRecords.ts";
import { chatAttachments } from "#domains/inbox/attachments/contract.ts";
import { serveAttachmentLinks } from "#domains/inbox/attachments/server/public.ts";
import { chatAttachmentHandlers } from "#domains/inbox/attachments/server/receiveFile.ts";
import { attachmentWorkers } from "#domains/inbox/attachments/server/sweepAttachments.ts";
import { autoReplies } from "#domains/inbox/autoReplies/contract.ts";
import {
  autoReplyHandlers,
  autoReplyWorkers,
  readAfterHours,
} from "#domains/inbox/autoReplies/server/replyAfterHours.ts";
import { callLog, voice } from "#domains/inbox/calls/contract.ts";
import { callLogHandlers } from "#domains/inbox/calls/server/callLog.ts";
import { voiceWorkers } from "#domains/inbox/calls/server/callWorkers.ts";
import { voiceHandlers } from "#domains/inbox/calls/server/handlers.ts";
import { voiceListener } from "#domains/inbox/calls/server/voiceListener.ts";
import { chatNotes, messageDeletion } from "#domains/inbox/conversation/contract.ts";
import { deletionWorkers, messageDeletionHandlers } from "#domains/inbox/conversation/server/deleteMessage.ts";
import { conversationWorkers } from "#domains/inbox/conversation/server/fetchMedia.ts";
import { conversationHandlers } from "#domains/inbox/conversation/server/handlers.ts";
import { chatNoteHandlers } from "#domains/inbox/conversation/server/notes.ts";
import { createTextReceiver, newestInbound } from "#domains/inbox/conversation/server/receive.ts";
import { firstRun } from "#domains/inbox/firstRun/contract.ts";
import { firstRunHandlers } from "#domains/inbox/firstRun/server/handlers.ts";
import {
  briefInbox,
  chatAssignment,
  chatSelection,
  chatSnooze,
  chatTags,
  inboxSearch,
} from "#domains/inbox/list/contract.ts";
import { chatAssignmentHandlers, handOverChats } from "#domains/inbox/list/server/assignment.ts";
import { briefInboxHandlers } from "#domains/inbox/list/server/brief.ts";
import { chatCountWorkers } from "#domains/inbox/list/server/chatCounts.ts";
import { closeIdleWorkers } from "#domains/inbox/list/server/closeIdleChats.ts";
import { chatListHandlers } from "#domains/inbox/list/server/handlers.ts";
import { inboxSearchHandlers } from "#domains/inbox/list/server/search.ts";
import { chatSelectionHandlers } from "#domains/inbox/list/server/selection.ts";
import { chatSnoozeHandlers, snoozeWorkers } from "#domains/inbox/list/server/snooze.ts";
import { chatTagHandlers } from "#domains/inbox/list/server/tags.ts";
import { scheduledMessages } from "#domains/inbox/sending/contract.ts";
import { receiveReport } from "#domains/inbox/sending/server/carrierStatus.ts";
import { sendWorkers } from "#domains/inbox/sending/server/deliver.ts";
import { failedReplyWorkers, waitAgain } from "#domains/inbox/sending/server/failedReplies.ts";
import { sendHandlers } from "#domains/inbox/sending/server/handlers.ts";
import { scheduledMessageHandlers, scheduledTexts } from "#domains/inbox/sending/server/schedule.ts";
import { scheduleWorkers } from "#domains/inbox/sending/server/sendScheduled.ts";
import { chatPresence } from "#domains/inbox/sync/contract.ts";
import { chatPresenceHandlers } from "#domains/inbox/sync/server/presence.ts";
import { inbox } from "../contract.ts";
import { customersWithChat } from "./chatStore.ts";
import { inboxFacts } from "./facts.ts";
import { addToOpenedChat } from "./openChat.ts";

const inTheirChats = ({ chat_ids }: Person) => sql`chat_id = any(${[...chat_ids]}::bigint[])`;

const ofTheirMessages = ({ dealer_id, chat_ids }: Person) => sql`message_id in (
  select id from messages where dealer_id = ${dealer_id} and chat_id = any(${[...chat_ids]}::bigint[]))`;

const theirCalls = ({ customer_ids, chat_ids, phones }: Person) => sql`customer_id = any(${[...customer_ids]}::bigint[])
  or chat_id = any(${[...chat_ids]}::bigint[]) or from_number = any(${[...phones]}::text[])
  or to_number = any(${[...phones]}::text[])`;

const endedText = sql`message = '', phone = null, reason = '',
  settled_at = case when state = 'waiting' then now() else settled_at end,
  state = case when state = 'waiting' then 'undone' else state end`;

/** Messages and calls stay in the figures, as times without words. What figures don't count is deleted. */
const inboxPersonRecords: PersonRecords = {
  tables: [
    { table: "message_media", rows: ofTheirMessages, erase: "delete", file: "storage_key" },
    {
      table: "chat_attachments",
      rows: (person) => sql`${inTheirChats(person)} or ${ofTheirMessages(person)} or scheduled_id in (
        select id from scheduled_messages where dealer_id = ${person.dealer_id} and ${inTheirChats(person)})`,
      erase: "delete",
      file: "storage_key",
      mentions: ["name"],
    },
    // A call and its recording refer to each other.
    { table: "calls", rows: theirCalls, erase: sql`recording_id = null` },
    {
      table: "call_recordings",
      rows: (person) => sql`call_id in (
        select id from calls where dealer_id = ${person.dealer_id} and (${theirCalls(person)}))`,
      erase: "delete",
      file: "storage_key",
    },
    { table: "calls", rows: theirCalls, erase: sql`from_number = '', to_number = ''` },
    {
      table: "message_sends",
      rows: ofTheirMessages,
      erase: sql`body = '', to_number = ''`,
      mentions: ["body"],
    },
    { table: "message_words", rows: ofTheirMessages, erase: "delete", mentions: ["words"] },
    {
      table: "messages",
      rows: inTheirChats,
      erase: sql`message = '', phone = null, attachment_path = null, media_count = 0, campaign_image = null,
        web_page = null, web_name = null,
        error = case when state = 'queued' then 'Erased' else error end,
        state = case when state = 'queued' then 'failed' else state end`,
      mentions: ["message", "web_name", "web_page"],
    },
    {
      table: "automatic_answers",
      rows: ({ phones }) => sql`phone = any(${[...phones]}::text[])`,
      erase: "delete",
    },
    { table: "scheduled_messages", rows: inTheirChats, erase: endedText, mentions: ["message"] },
    { table: "chat_notes", rows: inTheirChats, erase: "delete", mentions: ["note"] },
    { table: "chat_events", rows: inTheirChats, erase: "delete" },
    { table: "chat_tags", rows: inTheirChats, erase: "delete" },
    {
      table: "chats",
      rows: ({ chat_ids }) => sql`id = any(${[...chat_ids]}::bigint[])`,
      erase: sql`new_message = '', new_message_count = 0, is_replied = 1, waiting_since = null`,
      mentions: ["new_message"],
    },
  ],
  exempt: {
    message_reports: "a text's states and times, with no word of it",
    logged_texts: "a text's time, location and type, with no word of it",
    tracked_texts: "which of the business's numbers a text came to: no word of it",
    responses: "how long an answer took: times and ids of rows that no longer say anything",
    voice_settings: "the business's own words",
    after_hours_replies: "the business's own words",
    member_phones: "members' own phones",
  },
};

export const inboxManifest: DomainManifest = {
  name: "inbox",
  calls: [
    callGroup(inbox, (domains) => ({
      ...chatListHandlers,
      ...conversationHandlers,
      ...sendHandlers(addToOpenedChat(domains)),
    })),
    callGroup(briefInbox, briefInboxHandlers),
    callGroup(inboxSearch, inboxSearchHandlers),
    callGroup(chatAttachments, chatAttachmentHandlers),
    callGroup(scheduledMessages, scheduledMessageHandlers),
    callGroup(chatTags, chatTagHandlers),
    callGroup(chatNotes, chatNoteHandlers),
    callGroup(chatPresence, chatPresenceHandlers),
    callGroup(chatAssignment, chatAssignmentHandlers),
    callGroup(chatSnooze, chatSnoozeHandlers),
    callGroup(chatSelection, chatSelectionHandlers),
    callGroup(messageDeletion, messageDeletionHandlers),
    callGroup(voice, (domains) => voiceHandlers(addToOpenedChat(domains))),
    callGroup(callLog, callLogHandlers),
    callGroup(firstRun, firstRunHandlers),
    callGroup(autoReplies, autoReplyHandlers),
  ],
  routes: [serveAttachmentLinks],
  workers: [
    ...sendWorkers,
    ...failedReplyWorkers,
    ...conversationWorkers,
    ...closeIdleWorkers,
    ...chatCountWorkers,
    ...attachmentWorkers,
    ...scheduleWorkers,
    ...voiceWorkers,
    ...deletionWorkers,
    ...snoozeWorkers,
    ...autoReplyWorkers,
  ],
  carrierListeners: (server, domains) => ({
    texts: {
      onInboundText: createTextReceiver(server, domains),
      onStatusReport: (report) => receiveReport(server, domains, report),
    },
    calls: voiceListener(server, addToOpenedChat(domains)),
  }),
  listeners: [on(inboxFacts.textFailed, "inbox.waitAgain", waitAgain)],
  afterInbound: readAfterHours,
  newestInbound,
  customersInUse: customersWithChat,
  customerWork: [scheduledTexts],
  handOvers: [{ what: "chat", handOver: handOverChats }],
  person: inboxPersonRecords,
  tables: [
    "chats",
    "chat_counts",
    "chat_tags",
    "chat_notes",
    "chat_events",
    "chat_attachments",
    "messages",
    "messages_matching",
    "message_words",
    "message_media",
    "message_sends",
    "message_reports",
    "tracked_texts",
    "logged_texts",
    "scheduled_messages",
    "responses",
    "calls",
    "calls_matching",
    "call_recordings",
    "voice_settings",
    "member_phones",
    "first_run_hidings",
    "automatic_answers",
    "after_hours_replies",
  ],
  reads: [
    "dealers",
    "users",
    "customers",
    "customers_matching",
    "locations",
    "business_hours",
    "phone_numbers",
    "tracking_numbers",
    "tags",
    "team_invitations",
    "appointments",
  ],
};
