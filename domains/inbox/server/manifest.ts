import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { chatAssignment } from "../assignment/contract.ts";
import { chatAssignmentHandlers } from "../assignment/server/handlers.ts";
import { handOverChats } from "../assignment/server/handOverChats.ts";
import { chatAttachments } from "../attachments/contract.ts";
import { serveAttachmentLinks } from "../attachments/server/attachmentLink.ts";
import { chatAttachmentHandlers } from "../attachments/server/handlers.ts";
import { attachmentWorkers } from "../attachments/server/worker.ts";
import { briefInbox } from "../brief/contract.ts";
import { briefInboxHandlers } from "../brief/server/handlers.ts";
import { callLog } from "../callLog/contract.ts";
import { callLogHandlers } from "../callLog/server/handlers.ts";
import { chatListHandlers } from "../chatList/server/handlers.ts";
import { chatListWorkers } from "../chatList/server/worker.ts";
import { inbox } from "../contract.ts";
import { conversationHandlers } from "../conversation/server/handlers.ts";
import { newestInbound } from "../conversation/server/newestInbound.ts";
import { createTextReceiver } from "../conversation/server/receive.ts";
import { conversationWorkers } from "../conversation/server/worker.ts";
import { messageDeletion } from "../deletion/contract.ts";
import { messageDeletionHandlers } from "../deletion/server/handlers.ts";
import { deletionWorkers } from "../deletion/server/worker.ts";
import { firstRun } from "../firstRun/contract.ts";
import { firstRunHandlers } from "../firstRun/server/handlers.ts";
import { chatNotes } from "../notes/contract.ts";
import { chatNoteHandlers } from "../notes/server/handlers.ts";
import { outboxHandlers } from "../outbox/server/handlers.ts";
import { receiveReport } from "../outbox/server/receiveReport.ts";
import { outboxWorkers } from "../outbox/server/worker.ts";
import { chatPresence } from "../presence/contract.ts";
import { chatPresenceHandlers } from "../presence/server/handlers.ts";
import { scheduledMessages } from "../schedule/contract.ts";
import { scheduledMessageHandlers } from "../schedule/server/handlers.ts";
import { scheduledTexts } from "../schedule/server/scheduledTexts.ts";
import { scheduleWorkers } from "../schedule/server/worker.ts";
import { inboxSearch } from "../search/contract.ts";
import { inboxSearchHandlers } from "../search/server/handlers.ts";
import { chatSelection } from "../selection/contract.ts";
import { chatSelectionHandlers } from "../selection/server/handlers.ts";
import { chatSnooze } from "../snooze/contract.ts";
import { chatSnoozeHandlers } from "../snooze/server/handlers.ts";
import { snoozeWorkers } from "../snooze/server/worker.ts";
import { chatTags } from "../tags/contract.ts";
import { chatTagHandlers } from "../tags/server/handlers.ts";
import { voice } from "../voice/contract.ts";
import { voiceHandlers } from "../voice/server/handlers.ts";
import { voiceListener } from "../voice/server/voiceListener.ts";
import { voiceWorkers } from "../voice/server/worker.ts";
import { addToOpenedChat } from "./chatOpened.ts";
import { customersWithChat } from "./chatStore.ts";
import { inboxPersonRecords } from "./personRecords.ts";

export const inboxManifest: DomainManifest = {
  name: "inbox",
  calls: [
    callGroup(inbox, (domains) => ({
      ...chatListHandlers,
      ...conversationHandlers,
      ...outboxHandlers(addToOpenedChat(domains)),
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
  ],
  routes: [serveAttachmentLinks],
  workers: [
    ...outboxWorkers,
    ...conversationWorkers,
    ...chatListWorkers,
    ...attachmentWorkers,
    ...scheduleWorkers,
    ...voiceWorkers,
    ...deletionWorkers,
    ...snoozeWorkers,
  ],
  carrierListeners: (server, domains) => ({
    texts: {
      onInboundText: createTextReceiver(server, domains),
      onStatusReport: (report) => receiveReport(server, domains, report),
    },
    calls: voiceListener(server, addToOpenedChat(domains)),
  }),
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
  ],
  reads: [
    "dealers",
    "users",
    "customers",
    "customers_matching",
    "locations",
    "phone_numbers",
    "tracking_numbers",
    "tags",
    "team_invitations",
    "appointments",
  ],
};
