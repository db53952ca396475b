export { checkedChange } from "./checkedChange.ts";
export { cancelRequest, insertRequest } from "./store.ts";
