import fc from "fast-check";
import { expect, test } from "vitest";
import { AnswerReader, type WholeAnswer } from "./answerReader.ts";

function read(answer: string | Buffer, cuts: readonly number[] = []): (WholeAnswer | undefined)[] {
  const bytes = Buffer.from(answer as string);
  const reader = new AnswerReader();
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...places, bytes.length].map((place, index) => reader.read(bytes.subarray(places[index - 1] ?? 0, place)));
}

const whole = (status: number, text: string) => ({ status, text, retryAfter: undefined, reusableFor: 4_000 });

test("an answer is the same in whatever pieces it comes, each after its last byte alone", () => {
  const heads = {
    length: (body: Buffer) => [`Content-Length: ${body.length}\r\n\r\n`, body],
    chunks: (body: Buffer) => [
      "Transfer-Encoding: chunked\r\n\r\n",
      ...(body.length > 0 ? [`${body.length.toString(16)};a=b\r\n`, body, "\r\n"] : []),
      "0\r\nx-trailer: 1\r\n\r\n",
    ],
  };
  const property = fc.property(
    fc.constantFrom<keyof typeof heads>("length", "chunks"),
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.array(fc.nat(), { maxLength: 12 }),
    fc.boolean(),
    (kind, text, cuts, isInterim) => {
      const parts = [
        isInterim ? "HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n" : "",
        "HTTP/1.1 201 Created\r\nx: y\r\n",
      ];
      const all = [...parts, ...heads[kind](Buffer.from(text))].map((part) => Buffer.from(part as string));
      const answers = read(Buffer.concat(all), cuts);
      expect(answers.find(Boolean)).toEqual(whole(201, text));
      expect(answers.filter(Boolean)).toHaveLength(1);
    },
  );
  fc.assert(property, { numRuns: 500 });
});

test("one reader reads one answer after the other", () => {
  const reader = new AnswerReader();
  for (const text of ["first", "", "third"]) {
    const answer = Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`);
    expect(reader.read(answer)).toEqual(whole(200, text));
  }
});

test.each([
  ["connection: close\r\ncontent-length: 0", 0],
  ["keep-alive: timeout=3\r\ncontent-length: 0", 2_000],
  ["keep-alive: timeout=1\r\ncontent-length: 0", 0],
  ["keep-alive: timeout=60\r\ncontent-length: 0", 4_000],
])("after %s the connection may be used for %s ms", (headers, reusableFor) => {
  expect(read(`HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`)).toMatchObject([{ reusableFor }]);
});

test("bytes beyond an answer end its connection", () => {
  expect(read("HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 201 Created")).toMatchObject([{ status: 204, reusableFor: 0 }]);
});

test("a body without a length ends with its connection, and HTTP/1.0 keeps none", () => {
  const reader = new AnswerReader();
  expect(reader.read(Buffer.from("HTTP/1.0 200 OK\r\nretry-after: 7\r\n\r\nall of "))).toBeUndefined();
  expect(reader.read(Buffer.from("it"))).toBeUndefined();
  expect(reader.end()).toEqual({ status: 200, retryAfter: "7", text: "all of it", reusableFor: 0 });
  expect(new AnswerReader().end()).toBeUndefined();
  const half = new AnswerReader();
  half.read(Buffer.from("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhal"));
  expect(half.end()).toBeUndefined();
});

test.each([
  "SSH-2.0-OpenSSH\r\n\r\n",
  "HTTP/2 200\r\n\r\n",
  "HTTP/1.1 2000 OK\r\n\r\n",
  "HTTP/1.1 200 OK\r\nno name\r\n\r\n",
  "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
  "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n",
  "HTTP/1.1 200 OK\r\ncontent-length: 0x10\r\n\r\n",
  "HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n",
  "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
  "HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
  "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
  "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n",
  "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffff\r\n",
  `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${"1".repeat(2_000)}`,
  `HTTP/1.1 200 OK\r\nx: ${"y".repeat(70_000)}`,
])("%j is no answer", (text) => {
  expect(() => read(text)).toThrow();
});
