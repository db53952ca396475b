import { createObservable } from "#core/observable.ts";

/** How high the rows of tables are: a person's setting, kept in the browser. */
export type Density = "compact" | "comfortable";

/** The ids of the people who chose the higher rows: one of the session's preferences, which survive a logout. */
const storageKey = "comfortable";

const changed = createObservable(() => 0);
export const onDensityChange = changed.subscribe;

const idsIn = (storage: Pick<Storage, "getItem">) => (storage.getItem(storageKey) ?? "").split(",").filter(Boolean);

/** The person's density; compact until they choose. */
export function densityOf(storage: Pick<Storage, "getItem">, personId: number): Density {
  return idsIn(storage).includes(String(personId)) ? "comfortable" : "compact";
}

/** Stores the person's choice; every table on the page follows. */
export function setDensity(storage: Pick<Storage, "getItem" | "setItem">, personId: number, density: Density): void {
  const others = idsIn(storage).filter((id) => id !== String(personId));
  storage.setItem(storageKey, [...others, ...(density === "comfortable" ? [personId] : [])].join(","));
  changed.notify();
}
