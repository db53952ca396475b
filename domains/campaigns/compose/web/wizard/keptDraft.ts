/** The part of `localStorage` that is used here. */
type KeptStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** What somebody typed and hasn't saved, as their browser keeps it over a reload and the end of a session. */
export interface KeptDraft<Draft> {
  readonly draft: Draft;
  /** The version of the saved draft that it changes; undefined for a new one. */
  readonly version: number | undefined;
}

/** Where a person's unsaved draft of a screen is kept. `createSession` keeps these keys for their author. */
export const keptKey = (user_id: number, pathname: string) => `campaign_draft_${user_id}_${pathname}`;

/** What was kept; undefined when there is nothing, or an older version of Rooftop kept it in another shape. */
export function readKept<Draft extends object>(
  storage: KeptStorage,
  key: string,
  empty: Draft,
): KeptDraft<Draft> | undefined {
  const text = storage.getItem(key);
  if (text === null) return undefined;
  try {
    const { draft, version } = JSON.parse(text) as { draft: Record<string, unknown>; version?: unknown };
    const isComplete = Object.entries(empty).every(
      ([field, value]) => value === null || (draft[field] !== null && typeof draft[field] === typeof value),
    );
    if (!isComplete) return undefined;
    return { draft: draft as Draft, version: typeof version === "number" ? version : undefined };
  } catch {
    return undefined;
  }
}

/** Keeps a draft, as the JSON of a `KeptDraft`. A browser whose storage is full keeps nothing: the page still has it. */
export function writeKept(storage: KeptStorage, key: string, json: string): void {
  try {
    storage.setItem(key, json);
  } catch {
    storage.removeItem(key);
  }
}

/** Keeps one screen's draft until it is forgotten. */
export function draftKeeper(storage: KeptStorage, key: string) {
  let isForgotten = false;
  return {
    /** Keeps the JSON of a `KeptDraft`; undefined: nothing is unsaved. */
    keep(json: string | undefined): void {
      if (isForgotten) return;
      if (json === undefined) storage.removeItem(key);
      else writeKept(storage, key, json);
    },
    /** The draft was saved or discarded: what is shown of it until the screen is left isn't kept any more. */
    forget(): void {
      isForgotten = true;
      storage.removeItem(key);
    },
  };
}
