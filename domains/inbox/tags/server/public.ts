export { copyTags, removeChatTags } from "./store.ts";
