import { nounCount } from "#core/count.ts";
import { formatPhone } from "#core/phone.ts";
import type { TrackingNumber } from "#domains/locations/callSettings/contract.ts";

/** What the screen of tracking numbers says. */
export const callSettingsTexts = {
  title: "Call settings",
  table: "Tracking numbers",
  searchHint: "Search sources, digits",
  columns: { source: "Source", phone: "Phone", type: "Type", forwardTo: "Forward to" },
  typeInfo: "Calls and texts to a tracking number arrive in your inbox. Your replies leave from your main number.",
  types: { requested: "Requested", active: "Calls and texts", parked: "Released" } satisfies Record<
    TrackingNumber["type"],
    string
  >,
  areaCode: (code: string) => `Area code ${code}`,
  locationPhone: (phone: string) => (phone ? `${formatPhone(phone)}, the location's phone` : "Voicemail"),
  none: "Give each ad its own number to see which one brings in calls.",
  create: "Create a New Number",
  edit: "Edit",
  editTitle: "Edit tracking number",
  save: "Save",
  request: "Request number",
  until: (day: string) => `Released, until ${day}`,
  release: "Release number",
  releaseTitle: "Release this number?",
  releaseText: (phone: string, days: number) =>
    `${phone} takes calls for ${nounCount(days, "more day")}, and callers hear your main number. After that it's no longer yours.`,
  keepNumber: "Keep number",
  back: "Go back",
  cancel: "Cancel request",
  cancelTitle: "Cancel this request?",
  cancelText: (source: string) => `The number for ${source} won't be set up.`,
  keep: "Keep request",
  fields: {
    source: "Source",
    sourceHint: "Where you'll show this number, such as Facebook or a billboard",
    areaCode: "Area code",
    areaCodeHint: "We'll set up a local number and add it here",
    forwardTo: "Forward to",
    forwardToHint: "Leave empty to ring the location's phone",
    also: (place: number) => `Phone ${place}`,
    addPhone: "Add a phone",
    removePhone: (place: number) => `Remove phone ${place}`,
    ring: "When several phones ring",
    orders: { all: "All ring at once", in_turn: "They ring in turn, 20 seconds each" },
    hours: "When they ring",
    hoursHint: "At other times, callers go to voicemail",
    hourChoices: { always: "Always", open: "While the location is open" },
    greeting: "Greeting",
    greetingHint: "Callers hear it in place of our welcome. If calls are recorded, we add that.",
    whisper: "Whisper",
    whisperHint: "Played to the person who picks up, before the caller's name",
  },
} as const;

/** What the card about numbers on the business's website says. */
export const numberSwapTexts = {
  title: "Numbers on your website",
  about:
    "Visitors from an ad see that ad's number on your website, so their calls count for it. Everyone else sees your usual number, or the one for Website.",
  how: "Paste this before </body> on every page. It replaces the numbers listed in it, wherever they appear.",
  none: "Set up a tracking number first.",
  label: "Code for your website",
  copy: "Copy",
  copied: "Copied",
} as const;
