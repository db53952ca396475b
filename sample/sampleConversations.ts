import { financingConversations } from "./conversations/financing.ts";
import { partsConversations } from "./conversations/parts.ts";
import { salesConversations } from "./conversations/sales.ts";
import { serviceConversations } from "./conversations/service.ts";
import { testDriveConversations } from "./conversations/testDrives.ts";
import { tradeInConversations } from "./conversations/tradeIns.ts";
import type { SampleConversation } from "./sampleConversation.ts";

/** The sixty sample conversations. */
export const sampleConversations: readonly SampleConversation[] = [
  ...salesConversations,
  ...serviceConversations,
  ...financingConversations,
  ...tradeInConversations,
  ...testDriveConversations,
  ...partsConversations,
];
