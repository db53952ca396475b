/** A colleague present in a chat. */
export interface Colleague {
  readonly user_id: number;
  readonly name: string;
  readonly isTyping: boolean;
}

/** Milliseconds without an update until a colleague counts as away, and as no longer typing. */
export const awayAfterMs = 30_000;
export const typingStopsAfterMs = 5_000;
/** Milliseconds between presence updates, and between typing updates. */
export const presenceIntervalMs = 20_000;
export const typingIntervalMs = 3_000;

/** `Ana Lopez`; for several people first names only: `Ana and Ben`, `Ana and 2 others`. */
function joinNames(names: readonly string[]): string {
  const [first, second] = names.length > 1 ? names.map((name) => name.split(" ")[0]) : names;
  if (names.length > 2) return `${first} and ${names.length - 1} others`;
  return second === undefined ? `${first}` : `${first} and ${second}`;
}

/** The colleagues to name: those typing, or else all who are present. */
export function namedColleagues(colleagues: readonly Colleague[]): readonly Colleague[] {
  const typing = colleagues.filter(({ isTyping }) => isTyping);
  return typing.length > 0 ? typing : colleagues;
}

/** What colleagues are doing in a chat, in one sentence; empty without colleagues. */
export function presenceText(colleagues: readonly Colleague[]): string {
  const active = namedColleagues(colleagues);
  if (active.length === 0) return "";
  const verb = active.length === 1 ? "is" : "are";
  return `${joinNames(active.map(({ name }) => name))} ${verb} ${active[0]?.isTyping ? "typing…" : "viewing"}`;
}

/**
 * The next screen-reader announcement: changes of presence and the first typing, but not each pause.
 *
 * @param before the previous announcement.
 */
export function nextAnnouncement(before: PresenceAnnouncement, colleagues: readonly Colleague[]): PresenceAnnouncement {
  const present = colleagues.map(({ user_id }) => user_id).join();
  const typing = colleagues.filter(({ isTyping }) => isTyping).map(({ user_id }) => user_id);
  const isNews = before.present !== present || typing.some((id) => !before.typing.includes(id));
  if (!isNews) return before;
  const typed = colleagues
    .map(({ user_id }) => user_id)
    .filter((id) => typing.includes(id) || before.typing.includes(id));
  return { present, typing: typed, text: presenceText(colleagues) };
}

export interface PresenceAnnouncement {
  /** The ids of those present, joined. */
  readonly present: string;
  /** The ids of those announced as typing. */
  readonly typing: readonly number[];
  readonly text: string;
}

export const noAnnouncement: PresenceAnnouncement = { present: "", typing: [], text: "" };
