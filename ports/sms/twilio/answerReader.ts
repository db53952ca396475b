/** A whole answer of a server. */
export interface WholeAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
  /** Milliseconds for which the connection may be used again; 0: it ends with this answer. */
  readonly reusableFor: number;
}

/** How the end of a body is found. */
type Framing = { readonly kind: "length"; readonly bytes: number } | { readonly kind: "chunks" | "close" };

interface Head {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly framing: Framing;
  readonly reusableFor: number;
}

const headLimit = 64 * 1024;
const bodyLimit = 16 * 1024 * 1024;
/** A connection is given up earlier than any usual server does it. */
const idleMs = 4_000;
const endOfHead = Buffer.from("\r\n\r\n");
const endOfLine = Buffer.from("\r\n");

/**
 * Reads answers of HTTP/1.1, one after the other, in whatever pieces they come. Whatever isn't plainly one whole answer is
 * an error: nobody may take half of one for the carrier's word.
 */
export class AnswerReader {
  #bytes: Buffer = Buffer.alloc(0);
  #head: Head | undefined;
  readonly #parts: Buffer[] = [];
  #size = 0;

  /** @returns the answer with its last byte. @throws what it says isn't HTTP/1.1, or too long. */
  read(piece: Buffer): WholeAnswer | undefined {
    this.#bytes = this.#bytes.length === 0 ? piece : Buffer.concat([this.#bytes, piece]);
    // An interim answer such as 103 comes before the real one.
    while (this.#head === undefined || this.#head.status < 200) {
      const end = this.#bytes.indexOf(endOfHead);
      if ((end < 0 ? this.#bytes.length : end) > headLimit) throw new Error("The head of the answer is too long");
      if (end < 0) return undefined;
      this.#head = headOf(this.#bytes.toString("latin1", 0, end));
      this.#bytes = this.#bytes.subarray(end + endOfHead.length);
    }
    const { framing } = this.#head;
    if (framing.kind === "length") return this.#readLength(this.#head, framing.bytes);
    if (framing.kind === "chunks") return this.#readChunks(this.#head);
    this.#keep(this.#bytes);
    this.#bytes = Buffer.alloc(0);
    return undefined;
  }

  /** The connection ended. @returns the answer that ends with it. */
  end(): WholeAnswer | undefined {
    return this.#head?.framing.kind === "close" && this.#head.status >= 200 ? this.#answer(this.#head) : undefined;
  }

  #readLength(head: Head, bytes: number): WholeAnswer | undefined {
    const missing = bytes - this.#size;
    this.#keep(this.#bytes.subarray(0, missing));
    this.#bytes = this.#bytes.subarray(missing);
    return this.#size === bytes ? this.#answer(head) : undefined;
  }

  #readChunks(head: Head): WholeAnswer | undefined {
    for (;;) {
      const line = this.#bytes.indexOf(endOfLine);
      if (line < 0) {
        if (this.#bytes.length > 1_024) throw new Error("A chunk of the answer has no size");
        return undefined;
      }
      const size = chunkSizeOf(this.#bytes.toString("latin1", 0, line));
      if (size === 0) return this.#readTrailer(head, line);
      const start = line + endOfLine.length;
      const end = start + size;
      if (this.#bytes.length < end + endOfLine.length) return undefined;
      if (!this.#bytes.subarray(end, end + endOfLine.length).equals(endOfLine)) {
        throw new Error("A chunk of the answer is longer than its size");
      }
      this.#keep(this.#bytes.subarray(start, end));
      this.#bytes = this.#bytes.subarray(end + endOfLine.length);
    }
  }

  /** What follows the last chunk: nothing, or headers that say nothing here. */
  #readTrailer(head: Head, lastLine: number): WholeAnswer | undefined {
    const end = this.#bytes.indexOf(endOfHead, lastLine);
    if (end - lastLine > headLimit || (end < 0 && this.#bytes.length - lastLine > headLimit)) {
      throw new Error("The trailer of the answer is too long");
    }
    if (end < 0) return undefined;
    this.#bytes = this.#bytes.subarray(end + endOfHead.length);
    return this.#answer(head);
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#size += part.length;
    if (this.#size > bodyLimit) throw new Error("The answer is too long");
  }

  #answer({ status, retryAfter, reusableFor }: Head): WholeAnswer {
    const [only] = this.#parts;
    const whole = only && this.#parts.length === 1 ? only : Buffer.concat(this.#parts);
    // Bytes that nobody asked for: what comes next on this connection could be anything.
    const isClean = this.#bytes.length === 0;
    this.#parts.length = 0;
    this.#size = 0;
    this.#head = undefined;
    return { status, retryAfter, text: whole.toString(), reusableFor: isClean ? reusableFor : 0 };
  }
}

/** Goes through the lines without making strings of headers that say nothing here. */
function headOf(text: string): Head {
  const endOfFirst = text.indexOf("\r\n");
  const first = endOfFirst < 0 ? text : text.slice(0, endOfFirst);
  const version = statusLine.exec(first);
  if (!version) throw new Error("The answer isn't HTTP/1.1");
  const status = Number(version[2]);
  const framed: { length?: string; encoding?: string } = {};
  let retryAfter: string | undefined;
  let reusableFor = version[1] === "1" ? idleMs : 0;
  for (let start = first.length + 2; start < text.length; ) {
    const lineEnd = text.indexOf("\r\n", start);
    const end = lineEnd < 0 ? text.length : lineEnd;
    const colon = text.indexOf(":", start);
    if (colon <= start || colon >= end) throw new Error("A header of the answer has no name");
    const name = nameLengths.has(colon - start) ? text.slice(start, colon).toLowerCase() : "";
    if (names.has(name)) {
      const value = text.slice(colon + 1, end).trim();
      if (name === "retry-after") retryAfter ??= value;
      else if (name === "connection" && /\bclose\b/i.test(value)) reusableFor = 0;
      else if (name === "keep-alive") reusableFor = Math.min(reusableFor, keptFor(value));
      else if (name === "content-length") framed.length = same(framed.length, value);
      else if (name === "transfer-encoding") framed.encoding = same(framed.encoding, value);
    }
    start = end + 2;
  }
  const framing = framingOf(status, framed.length, framed.encoding);
  return { status, retryAfter, framing, reusableFor: framing.kind === "close" ? 0 : reusableFor };
}

const statusLine = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: |$)/;
const names = new Set(["content-length", "transfer-encoding", "retry-after", "connection", "keep-alive"]);
const nameLengths = new Set([...names].map(({ length }) => length));

function same(before: string | undefined, value: string): string {
  if (before !== undefined && before !== value) throw new Error("The answer has two lengths");
  return value;
}

/** Milliseconds that the server names, less one second in which a request could cross its end. */
function keptFor(value: string): number {
  const seconds = /\btimeout=(\d+)/i.exec(value)?.[1];
  return seconds === undefined ? idleMs : Math.max(0, Number(seconds) * 1000 - 1_000);
}

function framingOf(status: number, length: string | undefined, encoding: string | undefined): Framing {
  if (status < 200 || status === 204 || status === 304) return { kind: "length", bytes: 0 };
  if (encoding !== undefined) {
    // Both at once is how answers are smuggled.
    if (encoding.toLowerCase() !== "chunked" || length !== undefined) throw new Error("The answer's length is unclear");
    return { kind: "chunks" };
  }
  if (length === undefined) return { kind: "close" };
  if (!/^\d{1,12}$/.test(length) || Number(length) > bodyLimit) throw new Error("The answer's length isn't allowed");
  return { kind: "length", bytes: Number(length) };
}

function chunkSizeOf(line: string): number {
  const size = /^([\da-f]{1,8})[ \t]*(;|$)/i.exec(line)?.[1];
  if (size === undefined) throw new Error("A chunk of the answer has no size");
  const bytes = Number.parseInt(size, 16);
  if (bytes > bodyLimit) throw new Error("The answer is too long");
  return bytes;
}
