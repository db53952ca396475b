import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Brings back the chats whose snooze is over. */
export const wakeChatsJob = job("inbox.wakeChats", z.object({}), { retries: 0 });
