import fc from "fast-check";
import { expect, test } from "vitest";
import { fillVariables, hasVariables, unknownVariables } from "./variables.ts";

const values = {
  customer_name: "Dana Lee",
  first_name: "Dana",
  last_name: "Lee",
  company_name: "Sunset Motors",
  company_phone: "(909) 555-0100",
  company_email: "hi@sunset.test",
  company_address: "1 Main St",
};

test.each([
  ["Hi %customer_name%, %company_name% here", "Hi Dana Lee, Sunset Motors here"],
  ["%Customer Name% %FIRST_NAME%", "Dana Lee Dana"],
  ["Take 100% off, 20% more, 5%", "Take 100% off, 20% more, 5%"],
  ["%fist_name% and %first_name|friend%", "%fist_name% and Dana"],
  ["%company_phone%%company_email%", "(909) 555-0100hi@sunset.test"],
])("%j becomes %j", (template, text) => {
  expect(fillVariables(template, values)).toBe(text);
});

test("an empty name becomes its fallback, else there; a value is one line and never filled in itself", () => {
  const nameless = { ...values, customer_name: " ", first_name: "" };
  expect(fillVariables("Hi %customer_name%,", nameless)).toBe("Hi there,");
  expect(fillVariables("Hi %first_name|neighbor%,", nameless)).toBe("Hi neighbor,");
  const tricky = { ...values, customer_name: "%company_phone%", company_name: "Two\r\nlines\u0007" };
  expect(fillVariables("%customer_name%, %company_name%", tricky)).toBe("%company_phone%, Two lines");
});

test("escapes values, not the template", () => {
  const filled = fillVariables("<b>%customer_name%</b>", { ...values, customer_name: "<i>" }, (text) =>
    text.replaceAll("<", "&lt;"),
  );
  expect(filled).toBe("<b>&lt;i></b>");
});

test("finds what looks like a variable and is none", () => {
  expect(unknownVariables("%fist_name%, 20% off and 30% more, %customer_name%, %vehicle%")).toEqual([
    "%fist_name%",
    "%vehicle%",
  ]);
  expect([hasVariables("50% off, up to 70%"), hasVariables("Hi %first name%")]).toEqual([false, true]);
});

test("a text without percent signs stays as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const plain = text.replaceAll("%", "");
      expect(fillVariables(plain, values)).toBe(plain);
    }),
  );
});
