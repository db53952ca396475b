import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startFakeS3 } from "./fakeS3.ts";
import { createFileStorage } from "./files.ts";
import { createS3Storage } from "./s3.ts";
import type { Storage } from "./storage.ts";

interface StorageHarness {
  storage: Storage;
  close(): Promise<void>;
}

async function files(): Promise<StorageHarness & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "rooftop-files-"));
  return { storage: createFileStorage({ folder }), folder, close: () => rm(folder, { recursive: true }) };
}

async function s3(): Promise<StorageHarness> {
  const service = await startFakeS3();
  const storage = createS3Storage({
    endpoint: service.endpoint,
    bucket: "rooftop",
    accessKeyId: "key",
    secretAccessKey: "secret",
  });
  return { storage, close: service.close };
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("half");
  throw new Error("the sender went away");
}

describe.each([
  ["files", files],
  ["s3", s3],
])("%s", (_name, open) => {
  let harness: StorageHarness;
  let storage: Storage;
  beforeAll(async () => {
    harness = await open();
    storage = harness.storage;
  });
  afterAll(() => harness.close());

  test("returns what was stored, with its type and size", async () => {
    await storage.put("media/7/photo_1.jpg", Buffer.from([1, 2, 3, 0, 255]), "image/jpeg");
    const file = await storage.get("media/7/photo_1.jpg");
    expect(file).toMatchObject({ type: "image/jpeg", size: 5 });
    expect(file && (await buffer(file.stream()))).toEqual(Buffer.from([1, 2, 3, 0, 255]));
  });

  test("returns a byte range of a file", async () => {
    await storage.put("recordings/7/1", Buffer.from("0123456789"), "audio/wav");
    const file = await storage.get("recordings/7/1");
    expect(file && (await text(file.stream({ start: 3, end: 5 })))).toBe("345");
    expect(file && (await text(file.stream({ start: 9, end: 9 })))).toBe("9");
  });

  test("stores a stream, and a file can be read twice", async () => {
    await storage.put("exports/all.csv", Readable.from([Buffer.from("a,b\n"), Buffer.from("1,2\n")]), "text/csv");
    const file = await storage.get("exports/all.csv");
    expect(file?.size).toBe(8);
    expect(file && (await text(file.stream()))).toBe("a,b\n1,2\n");
    expect(file && (await text(file.stream()))).toBe("a,b\n1,2\n");
  });

  test("stores an empty file", async () => {
    await storage.put("empty", new Uint8Array(), "text/plain");
    const file = await storage.get("empty");
    expect(file).toMatchObject({ type: "text/plain", size: 0 });
    expect(file && (await text(file.stream()))).toBe("");
  });

  test("replaces a file completely", async () => {
    await storage.put("logo", Buffer.from("the older, longer one"), "text/plain");
    await storage.put("logo", Buffer.from("new"), "image/png");
    const file = await storage.get("logo");
    expect(file).toMatchObject({ type: "image/png", size: 3 });
    expect(file && (await text(file.stream()))).toBe("new");
  });

  test("a stream that fails leaves no file", async () => {
    await expect(storage.put("cut", Readable.from(broken()), "text/plain")).rejects.toThrow("the sender went away");
    expect(await storage.get("cut")).toBeUndefined();
  });

  test("a missing file is undefined, and removing it is not an error", async () => {
    expect(await storage.get("never/was")).toBeUndefined();
    await storage.remove("never/was");
    await storage.put("removed", Buffer.from("x"), "text/plain");
    await storage.remove("removed");
    expect(await storage.get("removed")).toBeUndefined();
  });

  test.each([
    "",
    "/etc/passwd",
    "../secret",
    "a/../b",
    "a//b",
    "a/",
    ".hidden",
    "a b",
    "a~type",
    "ä",
    "a\0b",
    "x".repeat(600),
  ])("refuses the key %j", async (key) => {
    await expect(storage.put(key, Buffer.from("x"), "text/plain")).rejects.toThrow("not a key");
    await expect(storage.get(key)).rejects.toThrow("not a key");
    await expect(storage.remove(key)).rejects.toThrow("not a key");
  });
});

test("a failed write leaves no temporary file behind", async () => {
  const { storage, folder, close } = await files();
  await expect(storage.put("cut", Readable.from(broken()), "text/plain")).rejects.toThrow();
  expect(await readdir(folder)).toEqual([]);
  await close();
});
