export { checkedChange } from "./checkedChange.ts";
export { cancelRequest, insertRequest, sourcesOf } from "./store.ts";
