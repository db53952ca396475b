import type { Readable } from "node:stream";

/** The port to the place where files are kept. */
export interface Storage {
  /** Keeps bytes under a key made of letters, digits, `-`, `_`, `.` and `/`. An existing file is replaced whole. */
  put(key: string, bytes: Uint8Array | Readable, type: string): Promise<void>;
  /** Opens a file; undefined when there is none. */
  get(key: string): Promise<StoredFile | undefined>;
  /** Deletes a file; does nothing when there is none. */
  remove(key: string): Promise<void>;
}

export interface StoredFile {
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** The whole of it, or a part. */
  stream(part?: Part): Readable;
}

/** From the first byte to the last, both included, counted from 0. */
export interface Part {
  readonly start: number;
  readonly end: number;
}
