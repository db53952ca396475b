import * as z from "zod/mini";
import { Flag, Id, Instant, inOrder, oneOf, optionalText } from "#core/fields.ts";

/** How long an appointment can be, in minutes. */
export const [shortest, longest] = [5, 1440];

export const lengthText = "Select a length from 5 minutes to 24 hours";

/** How long, with whom and where. What is omitted stays as it is; a new appointment has 30 minutes and no host. */
export const hostShape = {
  duration: z.optional(
    z.pipe(
      z.transform((value: number | string | null | undefined) =>
        value === "" || value === null || value === undefined ? undefined : Number(value),
      ),
      z.optional(
        z
          .number({ error: lengthText })
          .check(inOrder([(value) => Number.isInteger(value) && value >= shortest && value <= longest, lengthText])),
      ),
    ),
  ),
  /** The member who receives the customer; empty: no one in particular. */
  host_id: optionalHost(),
  place: z.optional(optionalText(200)),
};

/**
 * 0: asks about a time against which something speaks. 1: takes it. Omitted, as by the documented calls, it is taken with a
 * warning.
 */
export const confirmedShape = { confirmed: z.optional(Flag) };

/** A member's id; null when it is empty, undefined when it is omitted. A malformed one is no one's, like one that isn't there. */
export function optionalHost() {
  return z.optional(
    z.pipe(
      z.transform((value: number | string | null | undefined) => {
        if (value === undefined) return undefined;
        if (value === null || value === "" || Number(value) === 0) return null;
        return Number.isSafeInteger(Number(value)) ? Number(value) : nobody;
      }),
      z.optional(z.nullable(z.number())),
    ),
  );
}

const nobody = -1;

/** One of `values`; empty means any. */
export function optionalChosen<const T extends number>(values: readonly T[]) {
  return z.optional(
    z.pipe(
      z.transform((value: number | string | null | undefined) => (value === "" || value === null ? undefined : value)),
      z.optional(oneOf(values, "Select one of the options")),
    ),
  );
}

/** An appointment that the host already has at a time. */
export const AppointmentInTheWay = z.object({
  id: Id,
  title: z.string(),
  customer_name: z.string(),
  datetime: Instant,
  ends_at: Instant,
});
export type AppointmentInTheWay = z.infer<typeof AppointmentInTheWay>;

/** What comes with the 409 for a host who has another appointment then or is off; none are listed when it is at another location. */
export const HostBusy = z.object({ reason: z.literal("busy"), in_the_way: z.array(AppointmentInTheWay) });
export type HostBusy = z.infer<typeof HostBusy>;

/** What speaks against a time, although one may choose it. */
export const doubts = ["past", "closed", "hours", "customer"] as const;

/** Comes with the 409 for a time against which something speaks: what, and how people say it. */
export const DoubtfulTime = z.object({
  reason: z.literal("doubtful"),
  warnings: z.array(z.object({ doubt: z.enum(doubts), text: z.string() })),
});
export type DoubtfulTime = z.infer<typeof DoubtfulTime>;
