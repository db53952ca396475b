import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant } from "#core/fields.ts";
import { operator } from "#core/people.ts";
import { PlatformFilter } from "#domains/admin/customers/contract.ts";

/** One entry of an audit trail. */
export const LogEntry = z.object({
  id: Id,
  date_created: Instant,
  /** One sentence: who did what, for which business, from which IP. */
  message: z.string(),
});
export type LogEntry = z.infer<typeof LogEntry>;

export const logs = calls("logs", {
  all: {
    method: "GET",
    path: "/admin/logs",
    allow: operator,
    about: "The newest 500 entries of all audit trails; truncated says if there are more.",
    data: z.object({ allLogs: z.array(LogEntry), truncated: z.boolean() }),
  },
  table: {
    method: "POST",
    path: "/admin/logs/dt",
    allow: operator,
    about:
      "The audit trail of the platform, or of one client, newest first, page by page; filterBy as in admin/clients/dt. The search covers the newest 10,000 matching entries.",
    body: PlatformFilter,
    table: true,
    data: LogEntry,
  },
});
