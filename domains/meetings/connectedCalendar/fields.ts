/** How a member's own calendar is read and written. `needs_access`: they have to connect it again. */
export const calendarStates = ["ok", "failing", "needs_access"] as const;
export type CalendarState = (typeof calendarStates)[number];

/** The video room that is asked for with an event. */
export type RoomState = "none" | "pending" | "ready" | "failed";
