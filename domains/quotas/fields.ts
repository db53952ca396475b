import * as z from "zod/mini";

/** What a business may still send of a kind. */
export const dailyRoomFields = {
  left_today: z.number(),
  /** On each later day. */
  daily_limit: z.number(),
};
