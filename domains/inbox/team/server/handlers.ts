import { chatAssignmentHandlers } from "#domains/inbox/assignment/server/handlers.ts";
import { messageDeletionHandlers } from "#domains/inbox/deletion/server/handlers.ts";
import { chatPresenceHandlers } from "#domains/inbox/presence/server/handlers.ts";

export const teamworkHandlers = { ...chatPresenceHandlers, ...chatAssignmentHandlers, ...messageDeletionHandlers };
