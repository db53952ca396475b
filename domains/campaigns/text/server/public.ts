export { checkedChoice } from "./checkedChoice.ts";
