export { confirmFromWebsite } from "./confirmFromWebsite.ts";
export { type MovedChat, moveChat } from "./moveChat.ts";
export { moveChatBack } from "./moveChatBack.ts";
export { countMessagesWith } from "./moveStore.ts";
export type { AfterInbound, BeforeInbound } from "./receive.ts";
export { receiveFromWebsite, type WebsiteMessage } from "./receiveFromWebsite.ts";
export { websiteConversation } from "./websiteStore.ts";
