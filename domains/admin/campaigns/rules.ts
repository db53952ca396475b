import type { SendOption } from "#domains/campaigns/rules.ts";

const sentTypes: Record<SendOption, string> = {
  now: "Now",
  later: "Scheduled",
  timezone: "By time zone",
};

/** When a campaign goes, in words. */
export const sentTypeText = (option: SendOption): string => sentTypes[option];

/** The same as markup, of our own words only. */
export const sentTypeMarkup = (option: SendOption): string => `<span>${sentTypeText(option)}</span>`;
