export { copyTags, removeChatTags, tagChats } from "./store.ts";
