import { expect, test } from "vitest";
import { draftKeeper, keptKey, readKept, writeKept } from "./keptDraft.ts";

function storageOf(limit = Number.POSITIVE_INFINITY) {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > limit) throw new DOMException("full", "QuotaExceededError");
      values.set(key, value);
    },
    removeItem: (key: string) => void values.delete(key),
  };
}

const empty = { title: "", lists: [] as number[], image: null as string | null };
const key = keptKey(7, "/email-campaign/add");

test("a draft is kept for its author and its screen, with the version that it changes", () => {
  const storage = storageOf();
  const draft = { title: "Winter", lists: [3], image: "x" };
  writeKept(storage, key, JSON.stringify({ draft, version: 4 }));
  expect(readKept(storage, key, empty)).toEqual({ draft, version: 4 });
  expect(readKept(storage, keptKey(8, "/email-campaign/add"), empty)).toBeUndefined();
  expect(readKept(storage, keptKey(7, "/email-campaign/edit/4"), empty)).toBeUndefined();
});

test.each([
  ["no JSON", "{"],
  ["nothing", "null"],
  ["a field of an older version is missing", JSON.stringify({ draft: { title: "Winter", image: null } })],
  ["another type", JSON.stringify({ draft: { title: 4, lists: [], image: null } })],
])("%s: the wizard starts from what is saved", (_, text) => {
  const storage = storageOf();
  storage.setItem(key, text);
  expect(readKept(storage, key, empty)).toBeUndefined();
});

test("a full storage keeps nothing old either, and fails nobody", () => {
  const storage = storageOf(60);
  writeKept(storage, key, JSON.stringify({ draft: { title: "a" } }));
  writeKept(storage, key, JSON.stringify({ draft: { title: "a".repeat(100) } }));
  expect(storage.values.size).toBe(0);
});

const typed = JSON.stringify({ draft: { title: "Winter", lists: [], image: null } });

test("a screen that crashes or closes keeps its draft; one whose draft was saved or discarded keeps none", () => {
  const storage = storageOf();
  const crashed = draftKeeper(storage, key);
  crashed.keep(typed);
  expect(readKept(storage, key, empty)?.draft.title).toBe("Winter");

  const saved = draftKeeper(storage, key);
  saved.forget();
  saved.keep(typed);
  expect(storage.values.size).toBe(0);

  const again = draftKeeper(storage, key);
  again.keep(typed);
  again.keep(undefined);
  expect(storage.values.size).toBe(0);
});
