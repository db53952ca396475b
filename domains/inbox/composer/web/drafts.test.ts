import { expect, test } from "vitest";
import { attachedFile, createDrafts, emptyDraft, ownerOf } from "./drafts.ts";
import { hasWaitingFiles } from "./waitingFiles.ts";

const picture = { id: 7, name: "car.jpg", kind: "image" as const, url: "/files/x/car.jpg", size: 2048 };
/** A shelf that forgets with the test. */
function createShelf() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (at: number) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size;
    },
  };
}

const start = Date.UTC(2026, 2, 1, 15);

test("what was written stays with its chat, over a reload, with its files and mentions", () => {
  const shelf = createShelf();
  const drafts = createDrafts(shelf, "me", () => start);
  const mentions = [{ id: 2, name: "Alex Agent" }];
  drafts.change(1, () => ({ text: "Ask Alex Agent", mentions, files: [attachedFile(picture, start)] }));
  drafts.change(2, () => ({ text: "Another" }));

  const reloaded = createDrafts(shelf, "me", () => start);
  expect(reloaded.of(1)).toEqual({ text: "Ask Alex Agent", mentions, files: [attachedFile(picture, start)] });
  expect(reloaded.of(2)).toEqual({ ...emptyDraft, text: "Another" });
  expect(reloaded.of(3)).toEqual(emptyDraft);
  expect(reloaded.of(3)).toBe(reloaded.of(3));
});

test("another person at this browser finds nothing", () => {
  const shelf = createShelf();
  createDrafts(shelf, ownerOf("token of one"), () => start).change(1, () => ({ text: "Between us" }));
  expect(createDrafts(shelf, ownerOf("token of another"), () => start).of(1)).toEqual(emptyDraft);
  expect(createDrafts(shelf, ownerOf("token of one"), () => start).of(1).text).toBe("Between us");
});

test("a file that waits for the server stays with its draft while the browser keeps it, and is asked about at logout", () => {
  const shelf = createShelf();
  const drafts = createDrafts(shelf, "me", () => start);
  const waits = {
    ...attachedFile(picture, start),
    key: "new",
    attachment: undefined,
    preview: "blob:1",
    progress: 0.4,
  };
  drafts.change(1, () => ({ files: [{ ...waits, isKept: true, failure: "No connection" }] }));
  expect(hasWaitingFiles(shelf)).toBe(true);
  const expected = [{ ...waits, isKept: true, preview: undefined, progress: 0, failure: undefined }];
  expect(createDrafts(shelf, "me", () => start).of(1)).toEqual({ ...emptyDraft, files: expected });
  expect(createDrafts(shelf, "me", () => start + 8 * 24 * 3_600_000).of(1)).toEqual(emptyDraft);

  drafts.change(1, () => ({ files: [{ ...waits, isKept: false }] }));
  expect(createDrafts(shelf, "me", () => start).of(1)).toEqual(emptyDraft);
  // Once it is on the server, it is that one and no other.
  drafts.change(1, () => ({ files: [{ ...waits, isKept: true, attachment: picture }] }));
  expect(createDrafts(shelf, "me", () => start).of(1).files).toEqual([attachedFile(picture, start)]);
  expect(hasWaitingFiles(shelf)).toBe(false);
});

test("a file that was never on the server is gone with the page; one that the server has let go is not offered again", () => {
  const shelf = createShelf();
  const uploading = { ...attachedFile(picture, start), key: "new", attachment: undefined, progress: 0.4 };
  const drafts = createDrafts(shelf, "me", () => start);
  drafts.change(1, () => ({ files: [uploading] }));
  expect(drafts.of(1).files).toHaveLength(1);
  expect(createDrafts(shelf, "me", () => start).of(1)).toEqual(emptyDraft);

  drafts.change(1, () => ({ text: "Look", files: [attachedFile(picture, start)] }));
  const nextDay = createDrafts(shelf, "me", () => start + 24 * 3_600_000);
  expect(nextDay.of(1)).toEqual({ ...emptyDraft, text: "Look" });
});

test("what was sent leaves nothing behind, and what can't be read is no draft", () => {
  const shelf = createShelf();
  const drafts = createDrafts(shelf, "me", () => start);
  let heard = 0;
  drafts.subscribe(() => (heard += 1));
  drafts.change(1, () => ({ text: "Sent" }));
  drafts.change(1, () => emptyDraft);
  expect(heard).toBe(2);
  expect(shelf.getItem("inbox_draft_me_1")).toBeNull();
  shelf.setItem("inbox_draft_me_1", "{");
  expect(createDrafts(shelf, "me", () => start).of(1)).toEqual(emptyDraft);
});

test("without room in the browser a draft lives as long as the page", () => {
  const full = {
    ...createShelf(),
    setItem: () => {
      throw new Error("QuotaExceededError");
    },
  };
  const drafts = createDrafts(full, "me", () => start);
  drafts.change(1, () => ({ text: "Hello" }));
  expect(drafts.of(1).text).toBe("Hello");
});
