import type { Talk } from "./talk.ts";
import { financingTalks } from "./talks/financing.ts";
import { partsTalks } from "./talks/parts.ts";
import { salesTalks } from "./talks/sales.ts";
import { serviceTalks } from "./talks/service.ts";
import { testDriveTalks } from "./talks/testDrives.ts";
import { tradeInTalks } from "./talks/tradeIns.ts";

/** The sixty sample conversations. */
export const talks: readonly Talk[] = [
  ...salesTalks,
  ...serviceTalks,
  ...financingTalks,
  ...tradeInTalks,
  ...testDriveTalks,
  ...partsTalks,
];
