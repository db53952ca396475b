import { expect, test } from "vitest";
import { codeOf, emptyBoxes, eraseDigit, insertDigits } from "./digitBoxes.ts";

test("each digit fills its box and moves the focus to the next", () => {
  let boxes = { value: emptyBoxes, focus: 0 };
  for (const digit of "123456") boxes = insertDigits(boxes.value, boxes.focus, digit) ?? boxes;
  expect(boxes).toEqual({ value: "123456", focus: 5 });
});

test.each([
  ["a whole code, wherever it is pasted", "1  4  ", 3, "987654", { value: "987654", focus: 5 }],
  ["a code with separators and words", emptyBoxes, 0, "Code: 987-654", { value: "987654", focus: 5 }],
  ["more digits than fit", emptyBoxes, 0, "98765432", { value: "987654", focus: 5 }],
  ["a part of a code", "1     ", 1, "234", { value: "1234  ", focus: 4 }],
  ["a part that runs over the end", "1234  ", 4, "567", { value: "123456", focus: 5 }],
  ["a digit behind the one that is there", "123456", 2, "39", { value: "129456", focus: 3 }],
  ["a digit before the one that is there", "123456", 2, "93", { value: "129456", focus: 3 }],
  ["the same digit again", "123456", 2, "33", { value: "123456", focus: 3 }],
  ["nothing: the box is empty then", "123456", 2, "", { value: "12 456", focus: 2 }],
])("%s", (_, value, box, text, expected) => {
  expect(insertDigits(value, box, text)).toEqual(expected);
});

test("letters change nothing", () => {
  expect(insertDigits("12    ", 2, "x")).toBeUndefined();
});

test("backspace clears the box, then goes back", () => {
  expect(eraseDigit("123   ", 2)).toEqual({ value: "12    ", focus: 2 });
  expect(eraseDigit("12    ", 2)).toEqual({ value: "1     ", focus: 1 });
  expect(eraseDigit(emptyBoxes, 0)).toEqual({ value: emptyBoxes, focus: 0 });
});

test("a code with a gap has fewer than six digits", () => {
  expect(codeOf("12 456")).toBe("12456");
});
