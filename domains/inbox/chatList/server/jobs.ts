import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Moves chats without recent activity to In-Active. */
export const closeIdleJob = job("inbox.closeIdle", z.object({}), { retries: 0 });

/** Compacts the change rows of the unread and unreplied counts. */
export const compactChatCountsJob = job("inbox.compactChatCounts", z.object({}), { retries: 0 });
