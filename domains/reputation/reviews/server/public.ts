export { matchNewReview } from "./linkInvite.ts";
export { isWithdrawnSince, saveReply, updateReply } from "./replyStore.ts";
export { keepEdit, type StoredOpinion, updateReview } from "./store.ts";
