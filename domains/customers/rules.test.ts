import { describe, expect, test } from "vitest";
import { CustomerDraft } from "./contract.ts";
import { customerInitials, customerName, searchWords } from "./rules.ts";

describe("names", () => {
  const maria = { first_name: "Maria", last_name: "Lopez", phone: "+19095550123" };
  const unknown = { first_name: "", last_name: "", phone: "+19095550123" };

  test("a customer is shown by name, an unknown caller by number", () => {
    expect(customerName(maria)).toBe("Maria Lopez");
    expect(customerName({ ...maria, last_name: "" })).toBe("Maria");
    expect(customerName(unknown)).toBe("(909) 555-0123");
  });

  test("initials", () => {
    expect(customerInitials(maria)).toBe("ML");
    expect(customerInitials({ ...maria, first_name: "émile", last_name: "𝒵ola" })).toBe("É𝒵");
    expect(customerInitials(unknown)).toBe("#");
  });
});

test.each([
  ["(909) 555-0123", ["9095550123"]],
  ["909-555", ["909555"]],
  ["+1 909 555", ["1909555"]],
  ["  Maria   Lopez ", ["maria", "lopez"]],
  ["lopez Lopez LÓPEZ", ["lopez"]],
  ["ana 909-555-0123", ["ana", "9095550123"]],
  ["ana (909) 555-0123", ["ana", "909", "5550123"]],
  ["909\u2011555\u20110123", ["9095550123"]],
  ["909\u2013555\u20130123", ["9095550123"]],
  ["\u202a+1 (909) 555-0123\u202c", ["19095550123"]],
  ["909/555/0123", ["9095550123"]],
  ["909_555_0123", ["9095550123"]],
  ["001 909 555 0123", ["19095550123"]],
  ["tel:+1-909-555-0123", ["19095550123"]],
  ["ph: 909-555-0123", ["9095550123"]],
  ["+1 909-555-0123;", ["19095550123"]],
  ["909-555-0123, MCDONALD", ["9095550123", "mcdonald"]],
  ["zo\u200be", ["zoe"]],
  ["“zoe nunez”", ["zoe", "nunez"]],
  ["(zoe)", ["zoe"]],
  ["<zoe@example.com>", ["zoe@example.com"]],
  ["mailto:zoe@example.com", ["zoe@example.com"]],
  ["mary\u2010ann", ["mary-ann"]],
  ["11/27/2026", ["11/27/2026"]],
  ["24-7 Auto", ["24-7", "auto"]],
  ["Route 66", ["route", "66"]],
  ["66", ["66"]],
  ["-", ["-"]],
  ["José Ñandú Zoë", ["jose", "nandu", "zoe"]],
  ["Jose\u0301", ["jose"]],
  ["\u0301", []],
  ["", []],
])("a search for %j looks for %j", (typed, words) => expect(searchWords(typed)).toEqual(words));

describe("a draft is checked in order", () => {
  const right = {
    first_name: "Maria",
    last_name: "Lopez",
    email: "maria@example.com",
    phone: "(909)555-0123",
    address: "1 Main St",
    company: "",
  };

  test.each([
    ["first_name", "", "First name is required"],
    ["last_name", " ", "Last name is required"],
    ["email", "", "Email address is required"],
    ["email", "maria", "Enter a valid email address"],
    ["phone", "", "Phone no. is required"],
    ["phone", "909555", "Phone number is invalid"],
    ["phone", "909-5555-0123", "Phone number is invalid"],
    ["phone", "telephone-number", "Phone number is invalid"],
    ["address", "", "Address is required"],
  ])("%s: %j", (field, value, text) => {
    const outcome = CustomerDraft.safeParse({ ...right, [field]: value });
    expect(outcome.error?.issues.map(({ path, message }) => [path.join(), message])).toEqual([[field, text]]);
  });

  test("all that is wrong is said, in the form's order", () => {
    const outcome = CustomerDraft.safeParse({});
    expect(outcome.error?.issues.map(({ message }) => message)).toEqual([
      "First name is required",
      "Last name is required",
      "Email address is required",
      "Phone no. is required",
      "Address is required",
    ]);
  });
});
