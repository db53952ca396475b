export { copyTags, removeChatTags } from "./tags.ts";
