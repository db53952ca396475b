import type { LeadOriginName } from "../contract.ts";

/** What the card that says what becomes a lead says. */
export const leadOriginTexts = {
  title: "What becomes a lead",
  info: "Leads sent to your addresses, and leads your team adds, always count. Customers with an open lead don’t get a second one, and spam calls make none.",
  about: "From now on, these become leads, too:",
  loading: "Loading",
  names: {
    widget: "Messages from the website widget",
    tracked_calls: "Calls to tracking numbers",
    new_callers: "Calls from new phone numbers",
    new_texters: "Texts from new phone numbers",
  } satisfies Record<LeadOriginName, string>,
  hints: {
    tracked_calls: "The lead’s source is the tracking number’s.",
  } as Partial<Record<LeadOriginName, string>>,
} as const;
