import type { Readable } from "node:stream";

/** The port to file storage. */
export interface Storage {
  /** Stores bytes under a key of letters, digits, `-`, `_`, `.` and `/`. Replaces an existing file atomically. */
  put(key: string, bytes: Uint8Array | Readable, type: string): Promise<void>;
  /** Opens a file; undefined when it does not exist. */
  get(key: string): Promise<StoredFile | undefined>;
  /** Deletes a file; does nothing when it does not exist. */
  remove(key: string): Promise<void>;
}

export interface StoredFile {
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** The whole content, or a range of it. */
  stream(range?: FileRange): Readable;
}

/** Inclusive byte offsets, counted from 0. */
export interface FileRange {
  readonly start: number;
  readonly end: number;
}
