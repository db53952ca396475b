export { matchNewReview } from "./linkInvite.ts";
export { isWithdrawnSince, saveReply, updateReply } from "./replyStore.ts";
export { keepEdit, reviewView, type StoredOpinion, updateReview } from "./store.ts";
