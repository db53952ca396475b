import * as z from "zod/mini";
import type { Session } from "#core/web/session/session.ts";
import type { Target } from "./targets.ts";

const most = 5;

const Recent = z.array(
  z.object({ key: z.string(), label: z.string(), detail: z.optional(z.string()), to: z.string() }),
);

type RecentStorage = Pick<Storage, "getItem" | "setItem">;

/** Customers and conversations are those of a location; signing out clears them with everything else. */
const keyOf = ({ dealer_id, user_id, location_id }: Session) => `recent:${dealer_id}.${user_id}.${location_id}`;

/** What the person jumped to last, at the acting location. */
export function recentTargets(storage: RecentStorage, person: Session): Target[] {
  try {
    const stored = Recent.parse(JSON.parse(storage.getItem(keyOf(person)) ?? "[]"));
    return stored.map(({ detail, key, ...rest }) => ({
      group: "Recent",
      key: `recent ${key}`,
      ...rest,
      ...(detail && { detail }),
    }));
  } catch {
    return [];
  }
}

/** Remembers a jump to an address. */
export function rememberTarget(
  storage: RecentStorage,
  person: Session,
  { key, label, detail, to, state }: Target,
): void {
  if (!to || state) return;
  const plainKey = key.replace(/^recent /, "");
  const before = recentTargets(storage, person).map((one) => ({ ...one, key: one.key.replace(/^recent /, "") }));
  const next = [{ key: plainKey, label, detail, to }, ...before.filter((one) => one.key !== plainKey)].slice(0, most);
  try {
    storage.setItem(keyOf(person), JSON.stringify(next satisfies Partial<Target>[]));
  } catch {
    // Storage is full: nothing is remembered.
  }
}
