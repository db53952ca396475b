import fc from "fast-check";
import { expect, test } from "vitest";
import { emptyCustomer } from "#domains/customers/fields.ts";
import type { ComparedCustomer, Reason } from "./contract.ts";
import {
  cannotUndo,
  chosenValues,
  differences,
  isTypo,
  type MergeFacts,
  preferredCustomer,
  reasonsFor,
  suggestedChoices,
} from "./rules.ts";

const maria: ComparedCustomer = {
  ...emptyCustomer,
  id: 1,
  custom: {},
  first_name: "Maria",
  last_name: "Lopez",
  customer_name: "Maria Lopez",
  email: "maria@example.com",
  phone: "+19095550123",
  company: "Lopez Motors",
  address: "1 Main St.",
  optin_status: 1,
  consent_state: "unknown",
  messages_received: 0,
  messages_sent: 0,
};
const stranger: ComparedCustomer = {
  ...emptyCustomer,
  id: 2,
  custom: {},
  first_name: "Bo",
  last_name: "Chen",
  customer_name: "Bo Chen",
  email: "bo@example.com",
  phone: "+12125550188",
  company: "Chen LLC",
  address: "9 Elm Rd",
  optin_status: 1,
  consent_state: "unknown",
  messages_received: 0,
  messages_sent: 0,
};

const cases: [string, Partial<ComparedCustomer>, Partial<ComparedCustomer>, Reason[]][] = [
  ["two strangers", {}, {}, []],
  ["the same e-mail in another case", {}, { email: " Maria@Example.COM" }, ["email"]],
  ["no e-mail twice", { email: "" }, { email: "" }, []],
  ["the same name alone", {}, { first_name: "Maria", last_name: "Lopez" }, []],
  [
    "name and address, typed otherwise",
    {},
    { first_name: "MARIA", last_name: "lopez", address: "1 main st" },
    ["address"],
  ],
  ["the same address alone: a household", {}, { address: "1 Main St." }, []],
  ["name and company", {}, { first_name: "Maria", last_name: "Lopez", company: "LOPEZ MOTORS" }, ["company"]],
  ["name and no company", { company: "" }, { first_name: "Maria", last_name: "Lopez", company: "" }, []],
  ["the same company alone: two colleagues", {}, { company: "Lopez Motors" }, []],
  [
    "a name with an apostrophe and a hyphen",
    { last_name: "O'Brien-Lopez" },
    { first_name: "Maria", last_name: "OBrien Lopez", address: "1 Main St" },
    ["address"],
  ],
  ["one wrong digit", {}, { first_name: "Maria", last_name: "Lopez", phone: "+19095550128" }, ["phone"]],
  ["two digits swapped", {}, { first_name: "Maria", last_name: "Lopez", phone: "+19095550132" }, ["phone"]],
  ["two wrong digits", {}, { first_name: "Maria", last_name: "Lopez", phone: "+19095550188" }, []],
  ["a slip, but another name", {}, { phone: "+19095550128" }, []],
  [
    "two callers without a name",
    { first_name: "", last_name: "" },
    { first_name: "", last_name: "", address: "1 Main St.", company: "Lopez Motors", phone: "+19095550128" },
    [],
  ],
  ["all at once", {}, { ...maria, id: 2, phone: "+19095550122" }, ["email", "address", "company", "phone"]],
];

test.each(cases)("%s", (_, one, other, reasons) => {
  expect(reasonsFor({ ...maria, ...one }, { ...stranger, ...other })).toEqual(reasons);
});

const text = fc.constantFrom("", "Maria", "maria", "O'Brien", "Lopez", "1 Main St.", "1 main st");
const compared = fc.record({
  id: fc.integer({ min: 1, max: 99 }),
  first_name: text,
  last_name: text,
  customer_name: text,
  company: text,
  address: text,
  email: fc.constantFrom("", "a@example.com", "A@example.com", "b@example.com"),
  phone: fc.constantFrom("+19095550123", "+19095550132", "+19095550133", "+12125550188"),
  consent_state: fc.constant("unknown" as const),
  optin_status: fc.constantFrom(0 as const, 1 as const),
  messages_received: fc.nat(3),
  messages_sent: fc.nat(3),
});
const person: fc.Arbitrary<ComparedCustomer> = compared.map((fields) => ({ ...emptyCustomer, custom: {}, ...fields }));

test("similarity is symmetric and never based on empty values", () => {
  fc.assert(
    fc.property(person, person, (one, other) => {
      const found = reasonsFor(one, other);
      expect(reasonsFor(other, one)).toEqual(found);
      if (one.email === "") expect(found).not.toContain("email");
      if (one.first_name + one.last_name === "") expect(found.filter((reason) => reason !== "email")).toEqual([]);
    }),
  );
});

test("one typo is detected in both directions", () => {
  const digits = fc.stringMatching(/^\d{10}$/);
  fc.assert(
    fc.property(digits, fc.nat(9), fc.integer({ min: 1, max: 9 }), (number, place, by) => {
      const wrong = String((Number(number[place]) + by) % 10);
      const typed = number.slice(0, place) + wrong + number.slice(place + 1);
      expect(isTypo(number, typed)).toBe(true);
      expect(isTypo(typed, number)).toBe(true);
      expect(isTypo(number, number)).toBe(false);
    }),
  );
});

test("chosen values come from the merged customer, the rest stays; empty values are suggested", () => {
  fc.assert(
    fc.property(person, person, (kept, merged) => {
      expect(chosenValues(kept, merged, [])).toMatchObject({ email: kept.email, last_name: kept.last_name });
      const all = chosenValues(kept, merged, ["name", "email", "company", "address"]);
      expect(differences({ ...kept, ...all }, merged)).toEqual([]);
      const suggested = suggestedChoices(kept, merged);
      expect(differences(kept, merged)).toEqual(expect.arrayContaining(suggested));
      for (const choice of suggested) expect(suggestedChoices({ ...kept, ...all }, merged)).not.toContain(choice);
    }),
  );
});

test("prefers a customer with a name, then more messages, then the older one, in either order", () => {
  const caller = { ...stranger, first_name: "", last_name: "", messages_received: 50 };
  expect(preferredCustomer(caller, maria).id).toBe(maria.id);
  expect(preferredCustomer(maria, { ...stranger, messages_sent: 3 }).id).toBe(stranger.id);
  expect(preferredCustomer(stranger, maria).id).toBe(maria.id);
  fc.assert(
    fc.property(person, person, (one, other) => {
      if (one.id !== other.id) expect(preferredCustomer(one, other).id).toBe(preferredCustomer(other, one).id);
    }),
  );
});

const facts: MergeFacts = {
  at: new Date("2026-03-01T10:00:00Z"),
  now: new Date("2026-03-31T10:00:00Z"),
  undone: false,
  kept_name: "Maria Lopez",
  phone: "+19095550123",
  keptIsDeleted: false,
  keptIsMerged: false,
  hasNewer: false,
  phoneOwner: undefined,
};

test.each<[string, Partial<MergeFacts>, RegExp]>([
  ["on the thirtieth day", {}, /^$/],
  ["a second later", { now: new Date("2026-03-31T10:00:01Z") }, /30 days/],
  ["twice", { undone: true }, /already undone/],
  ["after the kept one was deleted", { keptIsDeleted: true }, /^Maria Lopez has since been deleted/],
  [
    "after the kept one was merged",
    { keptIsDeleted: true, keptIsMerged: true },
    /has since been merged into another customer/,
  ],
  ["under a newer merge", { hasNewer: true }, /Undo that merge first/],
  ["when the phone is somebody's", { phoneOwner: "Bo Chen" }, /^\(909\) 555-0123 is now the number of Bo Chen/],
])("undoing %s", (_, more, text) => {
  expect(cannotUndo({ ...facts, ...more })).toMatch(text);
});
