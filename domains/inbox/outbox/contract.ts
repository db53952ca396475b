import * as z from "zod/mini";
import { ChatMessage } from "#domains/inbox/conversation/contract.ts";

/** The `data` of a conflict: a colleague replied, and the author of this reply hadn't seen it. */
export const UnseenReply = z.object({ code: z.literal("unseen_reply"), message: ChatMessage });
export type UnseenReply = z.infer<typeof UnseenReply>;
