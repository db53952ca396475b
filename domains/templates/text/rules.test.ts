import { describe, expect, test } from "vitest";
import { insertVariable, offeredVariables, segmentParts } from "./rules.ts";

const company = {
  company_name: "Sunrise Motors",
  company_phone: "(951) 555-0100",
  company_email: "hello@sunrise.example",
  company_address: "1200 Magnolia Ave, Riverside, CA 92503",
};
const usual = { ...company, first_name: "Maricel", last_name: "Cruz", customer_name: "Maricel Cruz" };
const longest = { ...company, first_name: "Maximiliano", last_name: "Oyelaran", customer_name: "Maximiliano Oyelaran" };
const values = { usual, longest };
const kinds = (template: string) =>
  segmentParts(template, values).pieces.map((pieces) => pieces.map(({ kind }) => kind));

describe("segmentParts", () => {
  test("counts own text, footer with its blank, and what the longest name adds", () => {
    const { units, segments, over } = segmentParts("Hi %first_name%!", values);
    expect(units).toEqual({ own: 11, footer: 51, name: 4 });
    expect(segments).toEqual({ encoding: "GSM-7", count: 1 });
    expect(over).toBe(0);
    expect(kinds("Hi %first_name%!")).toEqual([["own", "footer", "name"]]);
  });

  test("draws each segment that is billed, and says by how much one is exceeded", () => {
    const template = `${"x".repeat(117)}`;
    const { segments, pieces, over } = segmentParts(template, values);
    expect(segments.count).toBe(2);
    expect(over).toBe(8);
    expect(pieces).toHaveLength(2);
    expect(kinds(template)).toEqual([["own", "footer"], ["footer"]]);
  });

  test("the longest text with its footer takes three, with an emoji six", () => {
    expect(segmentParts("x".repeat(320), values).segments.count).toBe(3);
    expect(segmentParts(`${"x".repeat(318)}😀`, values)).toMatchObject({
      segments: { encoding: "UCS-2", count: 6 },
      units: { own: 320, footer: 51, name: 0 },
    });
  });

  test("never fills a segment beyond its end, and loses no unit", () => {
    for (const template of [
      "",
      "€",
      "€".repeat(160),
      "a".repeat(153),
      "%customer_name% ".repeat(8),
      "😀".repeat(100),
    ]) {
      const { pieces, segments } = segmentParts(template, values);
      expect(pieces).toHaveLength(Math.max(1, segments.count));
      for (const one of pieces) expect(one.reduce((sum, { percent }) => sum + percent, 0)).toBeLessThanOrEqual(101);
    }
  });

  test("doesn't count a footer that the text already ends with", () => {
    const { units } = segmentParts("Sale! Reply STOP to unsubscribe from marketing messages.", values);
    expect(units.footer).toBe(0);
  });
});

describe("insertVariable", () => {
  test("puts it at the caret, and the caret behind it", () => {
    expect(insertVariable("Hi , winter is here", 3, 3, "first_name")).toEqual({
      text: "Hi %first_name%, winter is here",
      caret: 15,
    });
  });

  test("replaces what is selected", () => {
    expect(insertVariable("Hi Anna!", 3, 7, "customer_name")?.text).toBe("Hi %customer_name%!");
  });

  test("leaves a text alone in which it would be cut", () => {
    expect(insertVariable("x".repeat(310), 310, 310, "first_name")).toBeUndefined();
    expect(insertVariable("x".repeat(308), 0, 0, "first_name")?.text).toHaveLength(320);
  });

  test("offers what the specification names", () => {
    expect(offeredVariables).toEqual([
      "customer_name",
      "first_name",
      "company_name",
      "company_phone",
      "company_email",
      "company_address",
    ]);
  });
});
