/** Where a virtual meeting takes place: in Rooftop's own room, at a link of the host's own, or in a room that Google Meet makes for it. */
export const meetingKinds = ["room", "link", "meet"] as const;
export type MeetingKind = (typeof meetingKinds)[number];

/** `pending`: its room is on its way; `failed`: there will be none. */
export const linkStates = ["none", "pending", "ready", "failed"] as const;
export type LinkState = (typeof linkStates)[number];

/** The rooms whose makers a link gives away; any other https address is a room, too. */
const rooms = {
  "Google Meet": /^meet\.google\.com$/,
  Zoom: /(^|\.)zoom\.(us|com)$/,
  Teams: /^teams\.(microsoft|live)\.com$/,
  Webex: /(^|\.)webex\.com$/,
  Whereby: /(^|\.)whereby\.com$/,
} as const;

/** A host name on the web, without a name or a password before it, and nothing that an address has to escape. */
const address =
  /^https:\/\/((?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z](?:[a-z\d-]*[a-z\d]))(?::\d{1,5})?(?:[/?#][\w!#$%&'()*+,./:;=?@~[\]-]*)?$/i;

/** The host of a meeting's link; undefined for anything but an https address. */
const hostOf = (url: string) => address.exec(url)?.[1]?.toLowerCase();

/** True for an address that a browser may be led to. */
export const isMeetingUrl = (url: string) => hostOf(url) !== undefined;

/** Whose room a link leads to: `Zoom`, or its host. */
export function roomName(url: string): string {
  const host = hostOf(url) ?? "";
  const known = Object.entries(rooms).find(([, pattern]) => pattern.test(host));
  return known?.[0] ?? host.replace(/^www\./, "");
}
