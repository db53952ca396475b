import { expect, test } from "vitest";
import { createDrafts, emptyDraft, ownerKey, uploadedDraftFile } from "./drafts.ts";
import { hasWaitingFiles } from "./unsentWork.ts";

const picture = { id: 7, name: "car.jpg", kind: "image" as const, url: "/files/x/car.jpg", size: 2048 };
/** A storage that lives as long as the test. */
function createMemoryStorage() {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    key: (at: number) => [...entries.keys()][at] ?? null,
    get length() {
      return entries.size;
    },
  };
}

const start = Date.UTC(2026, 2, 1, 15);

test("a draft stays with its chat over a reload, with its files", () => {
  const storage = createMemoryStorage();
  const drafts = createDrafts(storage, "me", () => start);
  drafts.change(1, () => ({ text: "Ask Alex Agent", files: [uploadedDraftFile(picture, start)] }));
  drafts.change(1, () => ({ rest: "so that he calls" }));
  drafts.change(2, () => ({ text: "Another" }));

  const reloaded = createDrafts(storage, "me", () => start);
  const files = [uploadedDraftFile(picture, start)];
  expect(reloaded.of(1)).toEqual({ text: "Ask Alex Agent", files, rest: "so that he calls" });
  expect(reloaded.of(2)).toEqual({ ...emptyDraft, text: "Another" });
  expect(reloaded.of(3)).toEqual(emptyDraft);
  expect(reloaded.of(3)).toBe(reloaded.of(3));
});

test("another person in this browser gets nothing", () => {
  const storage = createMemoryStorage();
  createDrafts(storage, ownerKey({ dealer_id: 3, user_id: 7 }), () => start).change(1, () => ({ text: "Between us" }));
  expect(createDrafts(storage, ownerKey({ dealer_id: 3, user_id: 8 }), () => start).of(1)).toEqual(emptyDraft);
  expect(createDrafts(storage, ownerKey({ dealer_id: 3, user_id: 7 }), () => start).of(1).text).toBe("Between us");
});

test("a file waiting for upload stays in its draft while the browser stores it, and counts at logout", () => {
  const storage = createMemoryStorage();
  const drafts = createDrafts(storage, "me", () => start);
  const waitingFile = {
    ...uploadedDraftFile(picture, start),
    key: "new",
    attachment: undefined,
    preview: "blob:1",
    progress: 0.4,
  };
  drafts.change(1, () => ({ files: [{ ...waitingFile, isKept: true, failure: "No connection" }] }));
  expect(hasWaitingFiles(storage)).toBe(true);
  const expected = [{ ...waitingFile, isKept: true, preview: undefined, progress: 0, failure: undefined }];
  expect(createDrafts(storage, "me", () => start).of(1)).toEqual({ ...emptyDraft, files: expected });
  expect(createDrafts(storage, "me", () => start + 8 * 24 * 3_600_000).of(1)).toEqual(emptyDraft);

  drafts.change(1, () => ({ files: [{ ...waitingFile, isKept: false }] }));
  expect(createDrafts(storage, "me", () => start).of(1)).toEqual(emptyDraft);
  // Once uploaded, only the server's file remains.
  drafts.change(1, () => ({ files: [{ ...waitingFile, isKept: true, attachment: picture }] }));
  expect(createDrafts(storage, "me", () => start).of(1).files).toEqual([uploadedDraftFile(picture, start)]);
  expect(hasWaitingFiles(storage)).toBe(false);
});

test("an interrupted upload that was not stored is lost with the page; an expired upload is not offered again", () => {
  const storage = createMemoryStorage();
  const uploading = { ...uploadedDraftFile(picture, start), key: "new", attachment: undefined, progress: 0.4 };
  const drafts = createDrafts(storage, "me", () => start);
  drafts.change(1, () => ({ files: [uploading] }));
  expect(drafts.of(1).files).toHaveLength(1);
  expect(createDrafts(storage, "me", () => start).of(1)).toEqual(emptyDraft);

  drafts.change(1, () => ({ text: "Look", files: [uploadedDraftFile(picture, start)] }));
  const nextDay = createDrafts(storage, "me", () => start + 24 * 3_600_000);
  expect(nextDay.of(1)).toEqual({ ...emptyDraft, text: "Look" });
});

test("a sent draft leaves nothing behind, and an unreadable one counts as empty", () => {
  const storage = createMemoryStorage();
  const drafts = createDrafts(storage, "me", () => start);
  let changes = 0;
  drafts.subscribe(() => (changes += 1));
  drafts.change(1, () => ({ text: "Sent" }));
  drafts.change(1, () => emptyDraft);
  expect(changes).toBe(2);
  expect(storage.getItem("inbox_draft_me_1")).toBeNull();
  storage.setItem("inbox_draft_me_1", "{");
  expect(createDrafts(storage, "me", () => start).of(1)).toEqual(emptyDraft);
});

test("when storage is full, a draft lives as long as the page", () => {
  const full = {
    ...createMemoryStorage(),
    setItem: () => {
      throw new Error("QuotaExceededError");
    },
  };
  const drafts = createDrafts(full, "me", () => start);
  drafts.change(1, () => ({ text: "Hello" }));
  expect(drafts.of(1).text).toBe("Hello");
});
