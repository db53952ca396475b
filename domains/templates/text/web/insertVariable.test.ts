import { describe, expect, test } from "vitest";
import { insertVariable, offeredVariables } from "./insertVariable.ts";

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
