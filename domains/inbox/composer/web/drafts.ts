import type { ChatAttachment } from "#domains/inbox/attachments/contract.ts";
import { draftStart } from "./waitingFiles.ts";

/** A file that is on the server. */
export type Attached = Readonly<Pick<ChatAttachment, "id" | "name" | "kind" | "url" | "size">>;

/** The part of the browser's storage that is used here. */
type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** A colleague whom the text names. */
export interface Mention {
  readonly id: number;
  readonly name: string;
}

/** A file beside the text: on its way to the server, there, or refused. */
export interface DraftFile {
  /** Tells the files of a draft apart. */
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly kind: "image" | "file";
  /** What can be shown of it before it is on the server; it doesn't outlive the page. */
  readonly preview: string | undefined;
  /** How much of it has left, from 0 to 1. */
  readonly progress: number;
  /** Set as soon as it is on the server. */
  readonly attachment: Attached | undefined;
  /** The browser keeps it over a reload until it is on the server; undefined while that isn't known. */
  readonly isKept?: boolean | undefined;
  /** Why it could not be attached, in words. */
  readonly failure: string | undefined;
  /** When it was attached: the server keeps what isn't sent for a day. */
  readonly since: number;
}

export interface Draft {
  readonly text: string;
  /** Whom it names, also when the name has been deleted again since. */
  readonly mentions: readonly Mention[];
  readonly files: readonly DraftFile[];
}

export const emptyDraft: Draft = { text: "", mentions: [], files: [] };

const keptFor = 23 * 3_600_000;
/** What the server doesn't have yet waits for longer. */
const waitsFor = 7 * 24 * 3_600_000;

/** A file that is not on the server yet; the browser keeps its content under the same key. */
type Waiting = Pick<DraftFile, "key" | "name" | "size" | "kind" | "since">;

type Stored = Pick<Draft, "text" | "mentions"> & {
  files: { attachment: Attached; since: number }[];
  /** Missing in what was kept before there were any. */
  waiting?: Waiting[];
};

/**
 * What was written and not sent yet, chat by chat, kept over a reload and a closed tab. Only for the one who wrote it:
 * `owner` is part of the name under which it is kept.
 */
export function createDrafts(shelf: Shelf, owner: string, now: () => number) {
  const listeners = new Set<() => void>();
  const known = new Map<number, Draft>();
  const keyOf = (chat: number) => `${draftStart}${owner}_${chat}`;

  function stored(chat: number): Draft {
    const kept = shelf.getItem(keyOf(chat));
    if (!kept) return emptyDraft;
    try {
      const { text, mentions, files, waiting = [] } = JSON.parse(kept) as Stored;
      const there = files.filter(({ since }) => now() - since < keptFor);
      const still = waiting.filter(({ since }) => now() - since < waitsFor);
      return {
        ...{ text, mentions },
        files: [...there.map(({ attachment, since }) => attachedFile(attachment, since)), ...still.map(waitingFile)],
      };
    } catch {
      return emptyDraft;
    }
  }

  function store(chat: number, { text, mentions, files }: Draft): void {
    const there = files.flatMap(({ attachment, since }) => (attachment ? [{ attachment, since }] : []));
    const waiting = files.filter(({ isKept, attachment }) => isKept && !attachment).map(waitingOf);
    if (text === "" && there.length === 0 && waiting.length === 0) {
      shelf.removeItem(keyOf(chat));
      return;
    }
    try {
      shelf.setItem(keyOf(chat), JSON.stringify({ text, mentions, files: there, waiting } satisfies Stored));
    } catch {
      // The browser has no room left: the draft lives as long as the page.
    }
  }

  function of(chat: number): Draft {
    const draft = known.get(chat) ?? stored(chat);
    known.set(chat, draft);
    return draft;
  }

  return {
    /** The same object until it changes. */
    of,
    change(chat: number, next: (draft: Draft) => Partial<Draft>): void {
      const draft = { ...of(chat), ...next(of(chat)) };
      known.set(chat, draft);
      store(chat, draft);
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type Drafts = ReturnType<typeof createDrafts>;

const waitingOf = ({ key, name, size, kind, since }: DraftFile): Waiting => ({ key, name, size, kind, since });

const waitingFile = (waiting: Waiting): DraftFile => ({
  ...waiting,
  ...{ preview: undefined, progress: 0, attachment: undefined, isKept: true, failure: undefined },
});

/** A file that is on the server already. */
export function attachedFile(attachment: Attached, since: number): DraftFile {
  const { id, name, size, kind, url } = attachment;
  const preview = kind === "image" ? url : undefined;
  return { key: `kept-${id}`, name, size, kind, preview, progress: 1, attachment, failure: undefined, since };
}

/** Tells people's drafts apart without telling who they are: from a session's token, which can't be got back from it. */
export function ownerOf(token: string): string {
  let mark = 0x811c9dc5;
  for (const character of token) mark = Math.imul(mark ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return mark.toString(36);
}
