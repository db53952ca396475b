import fc from "fast-check";
import { expect, test } from "vitest";
import type { CarrierRegistration, NumberOfBusiness } from "./contract.ts";
import {
  einProblemOf,
  hostOf,
  lookAgainAfter,
  mailboxOf,
  messageFlowOf,
  missingEnding,
  sampleOf,
  saysHowToStop,
  statusOf,
  waitsForOwner,
} from "./rules.ts";

test.each([
  ["951274821", ""],
  ["071274821", "prefix"],
  ["000000000", "digits"],
  ["111111111", "digits"],
  ["123456789", "digits"],
  ["12345678", "digits"],
  ["12-3456789", "digits"],
])("the tax number %s: %s", (ein, problem) => {
  expect(einProblemOf(ein)).toBe(problem);
});

test.each([
  ["Harbor Auto", "llc", "LLC"],
  ["Harbor Auto LLC", "llc", ""],
  ["Harbor Auto, L.L.C.", "llc", ""],
  ["HARBOR AUTO INC", "corporation", ""],
  ["Harbor Auto", "corporation", "Inc."],
  ["Harbor Auto", "partnership", ""],
  ["", "llc", ""],
])("%s as a %s may lack %s", (name, type, ending) => {
  expect(missingEnding(name, type)).toBe(ending);
});

test.each([
  ["https://www.Harbor.example/path?x#y", "harbor.example"],
  ["harbor.example", "harbor.example"],
  ["http://sub.harbor.example:8080", "sub.harbor.example"],
  ["not an address", ""],
  ["", ""],
])("the host of %s is %s", (address, host) => {
  expect(hostOf(address)).toBe(host);
});

test.each([
  ["a@harbor.example", "https://harbor.example", "own"],
  ["a@mail.harbor.example", "harbor.example", "own"],
  ["a@gmail.com", "harbor.example", "free"],
  ["a@other.example", "harbor.example", "other"],
  ["a@notharbor.example", "harbor.example", "other"],
  ["", "harbor.example", ""],
])("the mailbox %s beside %s is %s", (email, website, kind) => {
  expect(mailboxOf(email, website)).toBe(kind);
});

test("every suggested way names what reviewers look for, and fits", () => {
  const words = { brand_name: "Harbor Auto", textsUrl: "https://rooftop.test/legal/h/texts", number: "(909) 555-0100" };
  const flow = messageFlowOf(["website", "keyword", "in_person", "phone", "import"], words);
  for (const part of [words.textsUrl, words.number, "frequency", "rates may apply", "STOP", "HELP"])
    expect(flow).toContain(part);
  expect(flow.length).toBeLessThanOrEqual(2_048);
  expect(messageFlowOf([], words)).toBe("");
});

test("a sample from any template names the business, says how to stop, and has no variable", () => {
  fc.assert(
    fc.property(fc.string(), (template) => {
      const sample = sampleOf(`${template} {first_name}`, "Harbor Auto");
      if (template.length < 900) {
        expect(sample.toLowerCase()).toContain("harbor auto");
        expect(saysHowToStop(sample)).toBe(true);
      }
      expect(sample.length).toBeLessThanOrEqual(1_024);
    }),
  );
  expect(sampleOf("Hi {first_name}!", "Harbor Auto")).toBe("Harbor Auto: Hi [first name]! Reply STOP to opt out.");
});

test("the carrier is asked after 5 minutes at first and every 6 hours in the end", () => {
  expect([lookAgainAfter(0), lookAgainAfter(100)]).toEqual([300_000, 21_600_000]);
  for (let looks = 0; looks < 60; looks += 1)
    expect(lookAgainAfter(looks + 1)).toBeGreaterThanOrEqual(lookAgainAfter(looks));
});

const registration = (kind: CarrierRegistration["kind"], state: CarrierRegistration["state"]) =>
  ({ kind, state }) as CarrierRegistration;
const number = (state: NumberOfBusiness["registration"], is_toll_free: 0 | 1 = 0) =>
  ({ registration: state, is_toll_free }) as NumberOfBusiness;

test("numbers that can text need no registration of the business, nor do toll-free ones alone", () => {
  expect(statusOf([], [number("registered")])).toMatchObject({ head: "registered", registered: 1, all: 1 });
  expect(statusOf([], [number("registered", 1)])).toMatchObject({ head: "registered", registered: 1, all: 1 });
  expect(statusOf([], [number("registered", 1), number("missing")]).head).toBe("not_started");
  expect(statusOf([], [number("missing", 1)]).head).toBe("not_started");
  expect(statusOf([], [number("not_needed")]).head).toBe("not_started");
  expect(statusOf([], []).head).toBe("not_started");
  const approved = [registration("business", "approved"), registration("campaign", "approved")];
  expect(statusOf(approved, [number("registered", 1)])).toMatchObject({ head: "registered", registered: 1, all: 1 });
  expect(statusOf(approved, [number("missing", 1)])).toMatchObject({ head: "approved", all: 0 });
});

test.each([
  ["not_started", [], ["missing"]],
  ["registered", [], ["registered"]],
  [
    "submitted",
    [
      ["business", "submitting"],
      ["campaign", "waiting"],
    ],
    ["missing"],
  ],
  [
    "in_review",
    [
      ["business", "in_review"],
      ["campaign", "waiting"],
    ],
    ["missing"],
  ],
  [
    "refused",
    [
      ["business", "refused"],
      ["campaign", "waiting"],
    ],
    ["missing"],
  ],
  [
    "in_review",
    [
      ["business", "approved"],
      ["campaign", "submitting"],
    ],
    ["missing"],
  ],
  [
    "refused",
    [
      ["business", "approved"],
      ["campaign", "refused"],
    ],
    ["missing"],
  ],
  [
    "suspended",
    [
      ["business", "approved"],
      ["campaign", "suspended"],
    ],
    ["suspended"],
  ],
  [
    "stuck",
    [
      ["business", "stuck"],
      ["campaign", "waiting"],
    ],
    ["missing"],
  ],
  [
    "approved",
    [
      ["business", "approved"],
      ["campaign", "approved"],
    ],
    ["pending", "missing"],
  ],
  [
    "joining",
    [
      ["business", "approved"],
      ["campaign", "approved"],
    ],
    ["registered", "pending"],
  ],
  [
    "registered",
    [
      ["business", "approved"],
      ["campaign", "approved"],
    ],
    ["registered", "registered"],
  ],
] as const)("the page says %s", (head, registrations, numbers) => {
  const all = registrations.map(([kind, state]) => registration(kind, state));
  expect(statusOf(all, [...numbers.map((state) => number(state)), number("missing", 1)]).head).toBe(head);
});

test.each([
  [true, [], ["missing"]],
  [true, [["business", "refused"]], ["missing"]],
  [
    true,
    [
      ["business", "approved"],
      ["campaign", "suspended"],
    ],
    ["suspended"],
  ],
  [
    true,
    [
      ["business", "approved"],
      ["campaign", "approved"],
      ["toll_free", "refused"],
    ],
    ["registered"],
  ],
  [false, [["business", "in_review"]], ["missing"]],
  [false, [["business", "stuck"]], ["missing"]],
  [
    false,
    [
      ["business", "approved"],
      ["campaign", "approved"],
    ],
    ["pending"],
  ],
  [false, [], ["registered"]],
] as const)("something is wanted from the owner: %s", (expected, parts, states) => {
  const registrations = parts.map(([kind, state]) => registration(kind, state));
  const numbers = states.map((state) => number(state));
  expect(waitsForOwner({ is_needed: 1, registrations, numbers })).toBe(expected);
  expect(waitsForOwner({ is_needed: 0, registrations, numbers })).toBe(false);
});

test("a toll-free number waits for the owner until it is submitted", () => {
  const numbers = [number("registered"), { ...number("missing", 1), number: "+18005550100" }];
  expect(waitsForOwner({ is_needed: 1, registrations: [], numbers })).toBe(true);
  const submitted = { ...registration("toll_free", "in_review"), number: "+18005550100" };
  expect(waitsForOwner({ is_needed: 1, registrations: [submitted], numbers })).toBe(false);
});
