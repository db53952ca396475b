import { createObservable } from "#core/observable.ts";

/** How each person likes their screens: one of the session's preferences, which survive a logout. */
const storageKey = "chosen-views";
/** Of at most so many people on one browser; the ones who chose last stay. */
const mostPeople = 20;

type Choices = Record<string, Record<string, string>>;

const changed = createObservable(() => 0);
export const onPersonalChoice = changed.subscribe;

function choicesIn(storage: Pick<Storage, "getItem">): Choices {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? "{}");
    return typeof stored === "object" && stored !== null && !Array.isArray(stored) ? (stored as Choices) : {};
  } catch {
    return {};
  }
}

/** What a person chose under a name; empty until they do. */
export function personalChoice(storage: Pick<Storage, "getItem">, personId: number, name: string): string {
  const chosen = choicesIn(storage)[personId]?.[name];
  return typeof chosen === "string" ? chosen : "";
}

/** Stores a person's choice in this browser; empty forgets it. */
export function setPersonalChoice(
  storage: Pick<Storage, "getItem" | "setItem">,
  personId: number,
  name: string,
  value: string,
): void {
  const { [personId]: mine = {}, ...others } = choicesIn(storage);
  const { [name]: _, ...rest } = mine;
  const kept = Object.entries(others).slice(1 - mostPeople);
  const next = Object.fromEntries([...kept, [String(personId), value === "" ? rest : { ...rest, [name]: value }]]);
  storage.setItem(storageKey, JSON.stringify(next));
  changed.notify();
}
