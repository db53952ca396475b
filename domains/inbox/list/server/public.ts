export { snoozeChat, wakeChat } from "./snooze.ts";
export { copyTags, markReplied, markWaiting, removeChatTags } from "./tags.ts";
