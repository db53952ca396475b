import sharp from "sharp";
import { expect, test } from "vitest";
import { drawingOf, drawings } from "../fields.ts";
import { renderDrawing } from "./renderDrawing.ts";

test.each(drawings)("$about is a small picture that carriers take, and no other one", async ({ name }) => {
  const bytes = await renderDrawing(name);
  expect(bytes.length).toBeLessThan(100_000);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 1000, height: 750 });
  // More than one color: its shapes are there.
  expect((await sharp(bytes).stats()).entropy).toBeGreaterThan(1);
  expect(await renderDrawing(name)).toBe(bytes);
});

test("each number is a drawing of its own", () => {
  expect(new Set([1, 2, 3, 4, 5].map(drawingOf)).size).toBe(5);
  expect(drawingOf(9)).toBe(drawingOf(1));
});
