import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant, optionalText, required, sent, wholeNumber } from "#core/fields.ts";
import { operator } from "#core/people.ts";

/** What figures say of a client's marketing; the worse, the later. */
export const healthLevels = ["ok", "warning", "critical"] as const;
export type HealthLevel = (typeof healthLevels)[number];

const minute = (text: string) => wholeNumber(0, 1440, text);

/** A state's hours from a day on; an empty state means the federal ones. */
const hoursKey = {
  state: sent(optionalText(2)),
  /** A bit for each day on which they hold: 1 for Sunday to 64 for Saturday. */
  weekdays: wholeNumber(1, 127, "Select at least one day"),
  /** The first day on which they hold: `2026-11-22`. */
  since: required("Choose the first day", 10),
};

const QuietHoursDraft = z.object({
  ...hoursKey,
  from_minute: minute("Choose when texts may start"),
  to_minute: minute("Choose when texts must end"),
  /** The law that says so. */
  source: required("Name the law or rule", 300),
});
export type QuietHoursDraft = z.infer<typeof QuietHoursDraft>;

const QuietHoursRow = z.object({
  state: z.string(),
  weekdays: z.number(),
  from_minute: z.number(),
  to_minute: z.number(),
  since: z.string(),
  source: z.string(),
  /** It begins in the future, and can be removed until then. */
  is_future: z.boolean(),
  /** A later rule for the same days holds instead. */
  is_replaced: z.boolean(),
});
export type QuietHoursRow = z.infer<typeof QuietHoursRow>;

/** How the marketing of one client does, of the last seven days. */
const SendingHealth = z.object({
  dealer_id: Id,
  client: z.string(),
  /** Texts of campaigns. */
  texts: z.number(),
  /** People who opted out after one. */
  opted_out: z.number(),
  /** Texts that carriers took for spam. */
  filtered: z.number(),
  emails: z.number(),
  /** Emails that people marked as spam. */
  complained: z.number(),
  /** Emails to addresses that no one has. */
  bounced: z.number(),
  /** Emails that mail servers refused for what they hold against us: set-up, block lists, reputation, rate, content, size. */
  refused: z.number(),
  /** What a server said at the last of them; empty without one. */
  refusal: z.string(),
  /** Since when the longest waiting message could have been sent; null: none waits. */
  oldest_due: z.nullable(Instant),
  /** The worst of these figures. */
  level: z.enum(healthLevels),
});
export type SendingHealth = z.infer<typeof SendingHealth>;

export const marketingRules = calls("marketingRules", {
  current: {
    method: "GET",
    path: "/admin/marketing",
    allow: operator,
    about: "Whether all marketing is stopped, and the hours in which marketing texts may leave, by state and day.",
    data: z.object({
      stop: z.nullable(z.object({ reason: z.string(), since: Instant })),
      quiet_hours: z.array(QuietHoursRow),
    }),
  },
  health: {
    method: "GET",
    path: "/admin/marketing/health",
    allow: operator,
    about: "How each client's campaigns performed in the last seven days, worst first; at most 500 clients.",
    data: z.array(SendingHealth),
  },
  stop: {
    method: "POST",
    path: "/admin/marketing/stop",
    allow: operator,
    audit: "trail",
    about: "Stops all clients' campaigns right away, with a reason that they see. Conversations aren't affected.",
    body: z.object({ reason: required("Enter a reason", 300) }),
    successMessage: "All marketing is stopped",
  },
  resume: {
    method: "POST",
    path: "/admin/marketing/resume",
    allow: operator,
    audit: "trail",
    about: "Lets campaigns resume after a stop.",
    successMessage: "Campaigns are sending again",
  },
  setHours: {
    method: "POST",
    path: "/admin/marketing/hours",
    allow: operator,
    audit: "trail",
    about: "Sets a state's hours as of a day; earlier hours stay on record.",
    body: QuietHoursDraft,
    successMessage: "Hours saved",
  },
  removeHours: {
    method: "POST",
    path: "/admin/marketing/hours/remove",
    allow: operator,
    audit: "trail",
    about: "Removes hours that haven't taken effect yet.",
    body: z.object(hoursKey),
    successMessage: "Hours removed",
  },
});
