import { expect, test } from "vitest";
import { identifiersOf } from "./rules.ts";

const ana = { first_name: "Ana", last_name: "Diaz", email: "Ana@Example.com", phone: "+12125550123" };

test("a person is found by phones, whole names, and emails that nobody else has", () => {
  const again = { ...ana, first_name: " Ana ", phone: "+12125550124" };
  const nameless = { first_name: "Ana", last_name: "", email: "", phone: "" };
  expect(identifiersOf([ana, again, nameless], new Set())).toEqual({
    phones: ["+12125550123", "+12125550124"],
    emails: ["ana@example.com"],
    names: ["Ana Diaz"],
  });
  expect(identifiersOf([ana], new Set(["ana@example.com"])).emails).toEqual([]);
});
