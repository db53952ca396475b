import { describe, expect, test } from "vitest";
import { CustomerDraft } from "./contract.ts";
import { customerInitials, customerName } from "./rules.ts";

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
