import * as z from "zod/mini";

/* The wire format of the simulator's calendars. */

/** A team member's own calendar. */
export interface SimulatorCalendar {
  readonly id: number;
  readonly account: string;
  /** The dealership and the member who connected it; empty for none. */
  readonly used_by: string;
  readonly is_revoked: boolean;
  readonly busy_answers: number;
  readonly holds_rooms: boolean;
}

export interface SimulatorEvent {
  readonly id: string;
  readonly title: string;
  readonly location: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly room_url: string;
  /** Rooftop wrote it. */
  readonly is_ours: boolean;
}

const flag = z.pipe(
  z.transform((value: unknown) => ["true", "1", "on", "yes"].includes(String(value).toLowerCase())),
  z.boolean(),
);

/** What goes wrong at the calendar on purpose. */
export const CalendarFaultDraft = z.object({
  is_revoked: z.optional(flag),
  holds_rooms: z.optional(flag),
  busy_answers: z.optional(
    z.coerce
      .number("Enter a number.")
      .check(z.int("Enter a whole number."), z.minimum(0, "Enter 0 or more."), z.maximum(100, "Enter at most 100.")),
  ),
});

const instant = (missing: string) =>
  z.pipe(
    z.transform((value: unknown) => new Date(String(value ?? ""))),
    z.date({ error: missing }),
  );

/** Something else that the calendar's owner does. */
export const OwnEventDraft = z
  .object({
    calendar: z.coerce.number("Select a calendar."),
    title: z
      .string("Enter a title.")
      .check(z.trim(), z.minLength(1, "Enter a title."), z.maxLength(200, "Use at most 200 characters.")),
    starts_at: instant("Enter when it begins."),
    ends_at: instant("Enter when it ends."),
  })
  .check(
    z.refine(({ starts_at, ends_at }) => ends_at > starts_at, {
      error: "It must end after it begins.",
      path: ["ends_at"],
    }),
  );
