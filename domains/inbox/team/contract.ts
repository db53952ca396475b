import { chatAssignment } from "#domains/inbox/assignment/contract.ts";
import { messageDeletion } from "#domains/inbox/deletion/contract.ts";
import { chatPresence } from "#domains/inbox/presence/contract.ts";

export { UnseenReply } from "#domains/inbox/outbox/contract.ts";
export { chatPresenceEvents as teamworkEvents } from "#domains/inbox/presence/contract.ts";

export const teamwork = { ...chatPresence, ...chatAssignment, ...messageDeletion };
