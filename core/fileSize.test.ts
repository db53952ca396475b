import { expect, test } from "vitest";
import { fileSize } from "./fileSize.ts";

test.each([
  [1, "1 KB"],
  [840 * 1024, "840 KB"],
  [1023 * 1024, "1.0 MB"],
  [1.25 * 1024 * 1024, "1.3 MB"],
  [10 * 1024 * 1024, "10 MB"],
  [3 * 1024 ** 3, "3.0 GB"],
])("%i bytes are %s", (bytes, text) => expect(fileSize(bytes)).toBe(text));
