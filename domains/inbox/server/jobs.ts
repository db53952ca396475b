export { closeIdleJob, compactChatCountsJob } from "#domains/inbox/chatList/server/jobs.ts";
export { fetchMediaJob } from "#domains/inbox/conversation/server/jobs.ts";
export { deliverJob, recoverJob, settleJob } from "#domains/inbox/outbox/server/jobs.ts";
