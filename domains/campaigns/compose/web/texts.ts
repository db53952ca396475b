import { countText } from "#core/count.ts";

const people = (count: number) => (count === 1 ? "customer" : "customers");

/** What the wizard of text campaigns says. */
export const composeTexts = {
  title: "New text campaign",
  name: "Campaign name",
  templates: "Templates",
  create: "Create New Template",
  select: "Select Template",
  noNumber: "This location has no phone number yet, so it can't send texts.",
  message: "Message",
  picture: "Picture",
  pictureFrom: "It comes from the template and sends as a picture message at a higher price.",
  removePicture: "Remove picture",
  test: "Send Test",
  testPhone: "Phone number",
  who: "Who gets this text?",
  exclude: "Exclude customers who received a broadcast in the last",
  days: "days",
  daysLabel: "Number of days",
  consent: "Consent",
  consentKept: "Kept on record with your name and the time",
  confirmUnknown: (count: number) =>
    `Include ${countText(count)} imported ${people(count)} without consent on file. I confirm that they consented.`,
  unknownStay: (count: number) =>
    `${countText(count)} imported ${people(count)} without consent on file won't get this text.`,
  selectFirst: "Select a list or a customer to see who gets this text.",
  getIt: (count: number) => `${people(count)} ${count === 1 ? "gets" : "get"} this text`,
  segments: (count: number) => `${countText(count)} ${count === 1 ? "segment" : "segments"}`,
  price: (dollars: string) => `$${dollars} at list price`,
  minutes: (minutes: number) =>
    minutes < 90
      ? `About ${minutes} ${minutes === 1 ? "minute" : "minutes"}`
      : `About ${Math.round(minutes / 60)} hours`,
  repliesFirst: "Your team's replies always go first",
  waiting: (count: number) => `${countText(count)} wait for daytime`,
  overQuota: (left: number) => `Only ${countText(left)} texts are left today; the rest follow tomorrow.`,
  options: {
    now: ["Send now", "Starts right away."],
    later: ["Schedule for Later", "Everyone at the same moment."],
    timezone: ["Schedule based on time zones", "Everyone at the same time of their own day."],
  },
  checkAgain: "We check for opt-outs again before each text. You can pause or cancel at any time.",
} as const;
