export { matchNewReview } from "./linkInvite.ts";
export { isWithdrawnSince, saveReply, updateReply } from "./replyStore.ts";
export { keepEdit, updateReview } from "./store.ts";
