import { expect, test } from "vitest";
import { deletedTexts } from "./texts.ts";

const phone = "(909) 555-0123";

test.each([
  ["Jen Wu", phone, "Jen Wu"],
  ["Jen Wu", "Jennifer Wu", "Jennifer Wu"],
  [phone, "Jen Wu", "Jen Wu"],
  [phone, phone, phone],
  ["李", phone, "李"],
])("restoring %s into %s says that %s is the name", (deleted, owner, kept) => {
  const { text } = deletedTexts.mergeQuestion(deleted, owner);
  expect(text).toContain(`${deleted} and ${owner} `);
  expect(text).toContain(`under the name ${kept}.`);
});
