export { countedReviewPage } from "./countedReviewPage.ts";
export { invitesByMember, reviewsByMember } from "./countedStore.ts";
