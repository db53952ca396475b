export { snoozeChat, wakeChat } from "./snooze.ts";
export { copyTags, markReplied, markWaiting, removeChatTags, tagCustomers } from "./tags.ts";
