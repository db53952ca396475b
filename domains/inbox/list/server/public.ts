export { snoozeChat, wakeChat } from "./snooze.ts";
export { copyTags, markEmailed, markReplied, markWaiting, removeChatTags, tagCustomers } from "./tags.ts";
