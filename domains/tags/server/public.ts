export { allTags, countTags, findTag, hasTagNamed, insertTag, liveTags, markTagDeleted } from "./store.ts";
