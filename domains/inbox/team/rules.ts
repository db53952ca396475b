/** A colleague at a chat. */
export interface Colleague {
  readonly user_id: number;
  readonly name: string;
  readonly isTyping: boolean;
}

/** Milliseconds after which somebody is forgotten of whom nothing more is heard, and after which their typing is. */
export const forgottenAfter = 30_000;
export const typedAfter = 5_000;
/** How often one who stays tells so, and at most how often one who types. */
export const toldEvery = 20_000;
export const typingToldEvery = 3_000;

/** `Ana Lopez`; with others by the first name alone: `Ana and Ben`, `Ana and 2 others`. */
function named(names: readonly string[]): string {
  const [first, second] = names.length > 1 ? names.map((name) => name.split(" ")[0]) : names;
  if (names.length > 2) return `${first} and ${names.length - 1} others`;
  return second === undefined ? `${first}` : `${first} and ${second}`;
}

/** Of whom one speaks: of those who type, or else of those who look. */
export function spokenOf(colleagues: readonly Colleague[]): readonly Colleague[] {
  const typing = colleagues.filter(({ isTyping }) => isTyping);
  return typing.length > 0 ? typing : colleagues;
}

/** What colleagues do at a chat, in one sentence. Empty: nobody is there. */
export function presenceText(colleagues: readonly Colleague[]): string {
  const said = spokenOf(colleagues);
  if (said.length === 0) return "";
  const verb = said.length === 1 ? "is" : "are";
  return `${named(said.map(({ name }) => name))} ${verb} ${said[0]?.isTyping ? "typing…" : "viewing"}`;
}

/**
 * What is read out of it: who comes and goes, and the first time that somebody types, but not each pause in it.
 *
 * @param before what was read out last.
 */
export function announced(before: Announced, colleagues: readonly Colleague[]): Announced {
  const there = colleagues.map(({ user_id }) => user_id).join();
  const typing = colleagues.filter(({ isTyping }) => isTyping).map(({ user_id }) => user_id);
  const isNews = before.there !== there || typing.some((id) => !before.typed.includes(id));
  if (!isNews) return before;
  const typed = colleagues
    .map(({ user_id }) => user_id)
    .filter((id) => typing.includes(id) || before.typed.includes(id));
  return { there, typed, text: presenceText(colleagues) };
}

export interface Announced {
  /** Who was there. */
  readonly there: string;
  /** Of whom it is known that they type. */
  readonly typed: readonly number[];
  readonly text: string;
}

export const nothingAnnounced: Announced = { there: "", typed: [], text: "" };
