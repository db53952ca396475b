export { countMessagesWith, type MovedChat, moveChat, moveChatBack } from "./moveChat.ts";
export { moveNotes, moveNotesBack } from "./notes.ts";
export type { AfterInbound, BeforeInbound } from "./receive.ts";
export { confirmFromWebsite, openFromWebsite, receiveFromWebsite, websiteConversation } from "./receiveFromWebsite.ts";
export { recordChatEvent } from "./timeline.ts";
