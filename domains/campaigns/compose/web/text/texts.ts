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
  askOwner: "Ask your account owner to request one.",
  requestNumber: "Request a number",
  requested: "Requested. You'll see the number here when it's ready.",
  noPictures:
    "This location's number can't send pictures. Remove the picture, or ask support for a number that sends picture messages.",
  message: "Message",
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
  loading: "Loading",
  again: "Try again",
  more: "Show more",
  nobodyLeftOut: "No one now.",
  selectFirst: "Select a list or a customer to see who gets this text.",
  getIt: (count: number) => `${people(count)} ${count === 1 ? "gets" : "get"} this text`,
  segments: (count: number) => `${countText(count)} ${count === 1 ? "segment" : "segments"}`,
  price: (dollars: string) => `$${dollars} at list price`,
  aboutPrice: "the price",
  priceTip: (segments: number, each: string) =>
    `${countText(segments)} ${segments === 1 ? "segment" : "segments"} × $${each}, the carrier's list price. The carrier charges your texting account; Rooftop adds nothing. Pictures cost more.`,
  minutes: (minutes: number) =>
    minutes < 90
      ? `About ${minutes} ${minutes === 1 ? "minute" : "minutes"}`
      : `About ${Math.round(minutes / 60)} hours`,
  repliesFirst: "Your team's replies always go first",
  waiting: (count: number) => `${countText(count)} wait for daytime`,
  lastAt: (when: string) => `last at ${when}`,
  waitsForNumber: "Waits until your number is registered",
  tooLate: (count: number) => `About ${countText(count)} ${people(count)} won't be reached in time`,
  aboutTooLate: "customers who won't be reached",
  tooLateTip:
    "A campaign ends 72 hours after it starts. At this number's pace and your daily limits they wouldn't be reached in time. Send to fewer customers at once, or ask support for more.",
  options: {
    now: ["Send now", "Starts right away."],
    later: ["Schedule for Later", "Everyone at the same moment."],
    timezone: ["Schedule based on time zones", "Everyone at that time in their own time zone."],
  },
  zones: "Who gets it when",
  zonePeople: (count: number) => `${countText(count)} ${people(count)}`,
  zoneUnknown: (zone: string) => `Unknown, as ${zone}`,
  theirTime: (time: string) => `${time} their time`,
  yourTime: (time: string) => `${time} your time`,
  checkAgain: "We check for opt-outs again before each text. You can pause or cancel at any time.",
} as const;
