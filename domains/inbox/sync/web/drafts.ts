import { createObservable } from "#core/observable.ts";
import { cutToLimit } from "#core/smsCounter.ts";
import type { Session } from "#core/web/session/createSession.ts";
import type { ChatAttachment } from "#domains/inbox/attachments/contract.ts";
import { draftKeyPrefix } from "./unsentWork.ts";

/** A file on the server. */
export type UploadedFile = Readonly<Pick<ChatAttachment, "id" | "name" | "kind" | "url" | "size">>;

/** The part of `localStorage` that is used here. */
type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** A file attached to a draft: uploading, uploaded, or failed. */
export interface DraftFile {
  /** Unique within a draft. */
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly kind: "image" | "file";
  /** A preview's URL before the upload is done; it doesn't outlive the page. */
  readonly preview: string | undefined;
  /** Upload progress, from 0 to 1. */
  readonly progress: number;
  /** Set once it is uploaded. */
  readonly attachment: UploadedFile | undefined;
  /** The browser stores it over reloads until it is uploaded; undefined until that is known. */
  readonly isKept?: boolean | undefined;
  /** Why it could not be attached, as users read it. */
  readonly failure: string | undefined;
  /** When it was attached, in milliseconds; the server removes unsent files after a day. */
  readonly since: number;
}

export interface Draft {
  readonly text: string;
  readonly files: readonly DraftFile[];
  /** What didn't fit and goes into the next text. */
  readonly rest: string;
}

export const emptyDraft: Draft = { text: "", files: [], rest: "" };

/** Shorter than the day after which the server removes unsent files. Milliseconds. */
const maxUploadedAge = 23 * 3_600_000;
/** Files not uploaded yet are kept longer. Milliseconds. */
const maxWaitingAge = 7 * 24 * 3_600_000;

/** A file not uploaded yet; the browser stores its content under the same key. */
type WaitingFile = Pick<DraftFile, "key" | "name" | "size" | "kind" | "since">;

type StoredDraft = Pick<Draft, "text"> & {
  files: { attachment: UploadedFile; since: number }[];
  /** Missing in drafts stored by older versions. */
  waiting?: WaitingFile[];
  rest?: string;
};

/**
 * Unsent drafts by chat, stored over reloads and closed tabs. Only for their author: `owner` is part of the storage key.
 */
export function createDrafts(storage: DraftStorage, owner: string, now: () => number) {
  const loaded = new Map<number, Draft>();
  const observable = createObservable(() => loaded);
  const keyOf = (chat: number) => `${draftKeyPrefix}${owner}_${chat}`;

  function readStored(chat: number): Draft {
    const json = storage.getItem(keyOf(chat));
    if (!json) return emptyDraft;
    try {
      const { text, files, waiting = [], rest = "" } = JSON.parse(json) as StoredDraft;
      const uploaded = files.filter(({ since }) => now() - since < maxUploadedAge);
      const notUploaded = waiting.filter(({ since }) => now() - since < maxWaitingAge);
      return {
        text,
        rest,
        files: [
          ...uploaded.map(({ attachment, since }) => uploadedDraftFile(attachment, since)),
          ...notUploaded.map(waitingFile),
        ],
      };
    } catch {
      return emptyDraft;
    }
  }

  function store(chat: number, { text, files, rest }: Draft): void {
    const uploaded = files.flatMap(({ attachment, since }) => (attachment ? [{ attachment, since }] : []));
    const waiting = files.filter(({ isKept, attachment }) => isKept && !attachment).map(waitingOf);
    if (text === "" && rest === "" && uploaded.length === 0 && waiting.length === 0) {
      storage.removeItem(keyOf(chat));
      return;
    }
    try {
      storage.setItem(keyOf(chat), JSON.stringify({ text, files: uploaded, waiting, rest } satisfies StoredDraft));
    } catch {
      // Storage is full: the draft lives as long as the page.
    }
  }

  function draftOf(chat: number): Draft {
    const draft = loaded.get(chat) ?? readStored(chat);
    loaded.set(chat, draft);
    return draft;
  }

  return {
    /** Returns the same object until the draft changes. */
    of: draftOf,
    change(chat: number, next: (draft: Draft) => Partial<Draft>): void {
      const draft = { ...draftOf(chat), ...next(draftOf(chat)) };
      loaded.set(chat, draft);
      store(chat, draft);
      observable.notify();
    },
    subscribe: observable.subscribe,
  };
}

export type Drafts = ReturnType<typeof createDrafts>;

const waitingOf = ({ key, name, size, kind, since }: DraftFile): WaitingFile => ({ key, name, size, kind, since });

const waitingFile = (waiting: WaitingFile): DraftFile => ({
  ...waiting,
  preview: undefined,
  progress: 0,
  attachment: undefined,
  isKept: true,
  failure: undefined,
});

/** A draft's entry for a file on the server. */
export function uploadedDraftFile(attachment: UploadedFile, since: number): DraftFile {
  const { id, name, size, kind, url } = attachment;
  const preview = kind === "image" ? url : undefined;
  return { key: `kept-${id}`, name, size, kind, preview, progress: 1, attachment, failure: undefined, since };
}

/** Whose drafts: a person of a business. */
export function ownerKey(person: Pick<Session, "dealer_id" | "user_id"> | undefined): string {
  return `${person?.dealer_id}.${person?.user_id}`;
}

/** A text and the cursor's position in it. */
export interface TextEdit {
  readonly text: string;
  readonly cursor: number;
}

/** Replaces the selection with `piece`; undefined if the text would become too long. */
export function insertText(text: string, from: number, to: number, piece: string): TextEdit | undefined {
  const next = text.slice(0, from) + piece + text.slice(to);
  return cutToLimit(next) === next ? { text: next, cursor: from + piece.length } : undefined;
}

/** Puts a returned text before what has been written meanwhile; undefined if both don't fit. */
export function prependText(text: string, returned: string): string | undefined {
  const both = [returned, text].filter((part) => part.trim() !== "").join("\n");
  return cutToLimit(both) === both ? both : undefined;
}
