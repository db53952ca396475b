import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type LeadVehicle, readSalePrice } from "./fields.ts";
import {
  countedStages,
  dollarsOf,
  firstStage,
  type InquiryIdentity,
  joinsLead,
  outcomeIn,
  type Stage,
  salePriceAfter,
  stageAfter,
  stagesProblem,
  valueOfLead,
  vehicleInWords,
  wantedFirst,
} from "./rules.ts";

const stage = (id: number, name: string, more: Partial<Stage> = {}): Stage => ({
  id,
  name,
  kind: "open",
  position: id,
  reached_by: "",
  counts_as: "",
  ...more,
});
const stages = [
  stage(1, "New"),
  stage(2, "Contacted", { reached_by: "reply" }),
  stage(3, "Appointment set", { reached_by: "appointment" }),
  stage(4, "Shown", { reached_by: "visit" }),
  stage(5, "Negotiating"),
  stage(6, "Sold", { kind: "won" }),
  stage(7, "Lost", { kind: "lost" }),
];

describe("stages", () => {
  test("new leads begin in the first open one, wherever it is in the list", () => {
    expect(firstStage(stages)?.name).toBe("New");
    expect(firstStage([stage(9, "Won", { kind: "won", position: 0 }), ...[...stages].reverse()])?.name).toBe("New");
    expect(firstStage([])).toBeUndefined();
  });

  test.each([
    [1, "reply", "Contacted"],
    [1, "visit", "Shown"],
    [2, "reply", undefined],
    [5, "appointment", undefined],
    [6, "appointment", undefined],
    [7, "reply", undefined],
    [99, "reply", undefined],
  ] as const)("from stage %d, %s leads to %s: forward only, and never out of a closed one", (at, trigger, to) => {
    expect(stageAfter(stages, at, trigger)?.name).toBe(to);
  });

  test("no stage follows an event that the owner turned off", () => {
    const byHand = stages.map((one) => ({ ...one, reached_by: "" as const }));
    expect(stageAfter(byHand, 1, "reply")).toBeUndefined();
  });

  test.each([
    ["open", "spam", ""],
    ["won", "spam", "sold"],
    ["lost", "", "lost"],
    ["lost", "sold", "lost"],
    ["lost", "duplicate", "duplicate"],
    ["lost", "spam", "spam"],
  ] as const)("in a stage of kind %s with %s chosen, a lead is %s", (kind, chosen, outcome) => {
    expect(outcomeIn(kind, chosen)).toBe(outcome);
  });

  test.each([
    [stages, ""],
    [[...stages, stage(8, " sold ")], "Give each stage a name of its own"],
    [stages.filter(({ kind }) => kind !== "open"), "Keep at least one open stage: new leads start there"],
    [stages.filter(({ kind }) => kind !== "won"), "Keep at least one won stage"],
    [stages.filter(({ kind }) => kind !== "lost"), "Keep at least one lost stage"],
    [[...stages, stage(8, "Again", { reached_by: "reply" })], "Only one stage can follow each event"],
    [
      [...stages, stage(8, "Gone", { kind: "lost", reached_by: "visit" })].filter(({ name }) => name !== "Shown"),
      "Leads move to won and lost stages by hand only",
    ],
  ])("a business can't work without what new and closed leads need", (given, problem) => {
    expect(stagesProblem(given)).toBe(problem);
  });
});

const vehicle = (more: Partial<LeadVehicle> = {}): LeadVehicle => ({
  interest: "buy",
  status: "",
  year: "2021",
  make: "Honda",
  model: "Accord",
  trim: "",
  vin: "",
  stock: "",
  price: "",
  odometer: "",
  color: "",
  comments: "",
  ...more,
});

const inquiry = (more: Partial<InquiryIdentity> = {}): InquiryIdentity => ({
  provider_id: "",
  phone: "+19095550142",
  email: "renee@example.com",
  vehicles: [vehicle()],
  ...more,
});

describe("another inquiry joins a lead", () => {
  test.each<[string, Partial<InquiryIdentity>, Partial<InquiryIdentity>, boolean]>([
    ["of the same phone and vehicle", {}, { email: "" }, true],
    ["of the same email, however it is written", { phone: "" }, { email: "Renee@Example.com" }, true],
    ["about another vehicle", {}, { vehicles: [vehicle({ model: "Pilot" })] }, false],
    [
      "about the same stock number, whatever else it says",
      { vehicles: [vehicle({ stock: "P1" })] },
      { vehicles: [vehicle({ stock: "p1", model: "Accord Hybrid" })] },
      true,
    ],
    [
      "about another stock number of the same model",
      { vehicles: [vehicle({ stock: "P1" })] },
      { vehicles: [vehicle({ stock: "P2" })] },
      false,
    ],
    ["without a vehicle", { vehicles: [] }, {}, true],
    [
      "whose trade-in is another one",
      { vehicles: [vehicle(), vehicle({ interest: "trade_in", model: "Civic" })] },
      {},
      true,
    ],
    ["of another person", { phone: "+19095550100", email: "sam@example.com" }, {}, false],
    ["of somebody who gives neither", { phone: "", email: "" }, {}, false],
    [
      "with the provider's id of it",
      { provider_id: "AT-48213", vehicles: [] },
      { provider_id: "AT-48213", email: "" },
      true,
    ],
    [
      "with that id, but of somebody else",
      { provider_id: "AT-48213", phone: "+19095550100", email: "" },
      { provider_id: "AT-48213" },
      false,
    ],
    [
      "with a number that only counts within its mail",
      { provider_id: "1", phone: "", email: "sam@example.com" },
      { provider_id: "1", email: "" },
      false,
    ],
  ])("%s: as the rule says", (_, asked, known, joins) => {
    expect(joinsLead(inquiry(asked), inquiry(known))).toBe(joins);
  });

  test("without a phone, an email and an id of the provider's, nothing joins anything", () => {
    const nameless = fc.record({ vehicles: fc.constant([vehicle()]), provider_id: fc.string({ maxLength: 3 }) });
    fc.assert(
      fc.property(nameless, nameless, (a, b) => {
        expect(joinsLead({ ...a, phone: "", email: "" }, { ...b, phone: "", email: "" })).toBe(false);
      }),
    );
  });
});

test("what somebody wants comes before what they bring, in one line each", () => {
  const [accord, civic] = [vehicle({ trim: "EX-L" }), vehicle({ interest: "trade_in", year: "", model: "Civic" })];
  expect(wantedFirst([civic, accord])).toEqual([accord, civic]);
  expect([accord, civic].map(vehicleInWords)).toEqual(["2021 Honda Accord EX-L", "Honda Civic"]);
});

describe("a price in dollars", () => {
  test.each([
    ["$38,450", 38_450],
    ["38450 USD", 38_450],
    ["USD 38,450.00", 38_450],
    ["US$38,450", 38_450],
    ["38450", 38_450],
    ["38 450", 38_450],
    ["38.450,00", 38_450],
    ["38.450", 38_450],
    ["38450,50", 38_451],
    ["38,449.49", 38_449],
    ["CAD 41,000", 41_000],
    ["38.5k", 38_500],
    ["$40 K", 40_000],
    ["1,234,567", 1_234_567],
    ["", 0],
    ["0.00", 0],
    ["-5", 0],
    ["Call for price", 0],
    ["20,000-25,000", 0],
    ["$599/mo", 0],
    ["38450 EUR", 0],
    ["€38,450", 0],
    ["3,84,50", 0],
    ["1e9", 0],
    ["999999999", 0],
    ["9".repeat(400), 0],
  ])("%s is %i", (price, dollars) => expect(dollarsOf(price)).toBe(dollars));

  test("is a whole number of dollars, whatever is written", () => {
    fc.assert(
      fc.property(fc.string(), (price) => {
        const dollars = dollarsOf(price);
        return Number.isInteger(dollars) && dollars >= 0 && dollars < 100_000_000;
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (dollars) => {
        expect(dollarsOf(`$${dollars.toLocaleString("en-US")}`)).toBe(dollars);
      }),
    );
  });

  test("of a lead is that of the first wanted vehicle", () => {
    const [wanted, other] = [
      { interest: "buy" as const, price: "$1,000" },
      { interest: "lease" as const, price: "2000" },
    ];
    const brought = { interest: "trade_in" as const, price: "$500" };
    expect(valueOfLead([brought, wanted, other])).toBe(1_000);
    expect(valueOfLead([{ ...wanted, price: "" }, other])).toBe(0);
    expect(valueOfLead([brought])).toBe(0);
  });
});

test.each([
  ["a new stage counts as the one above it", [{ id: 4 }, {}], ["shown", "shown"]],
  ["a stage keeps what it counted as where nobody says", [{ id: 2 }, { id: 1 }], ["contacted", ""]],
  ["what is said wins", [{ id: 2, counts_as: "" as const }, {}], ["", ""]],
  [
    "won and lost stages count as no step",
    [{ id: 4 }, { kind: "won" as const, counts_as: "set" as const }],
    ["shown", ""],
  ],
])("%s", (_, given, expected) => {
  const before = [
    stage(1, "New"),
    stage(2, "Contacted", { counts_as: "contacted" }),
    stage(4, "Shown", { counts_as: "shown" }),
  ];
  const saved = given.map((one) => ({ kind: "open" as const, ...one }));
  expect(countedStages(saved, before).map(({ counts_as }) => counts_as)).toEqual(expected);
});

describe("what a lead was sold for", () => {
  test.each([
    [null, "sold", 24_900, 24_900],
    [null, "sold", undefined, null],
    [24_900, "sold", undefined, 24_900],
    [24_900, "sold", null, null],
    [24_900, "sold", 0, 0],
    [24_900, "", undefined, null],
    [24_900, "lost", 25_000, null],
    [null, "", 25_000, null],
  ] as const)("%s, then %s with %s: %s", (before, outcome, said, after) =>
    expect(salePriceAfter(before, outcome, said)).toBe(after),
  );

  test.each([
    ["24900", 24_900],
    ["$24,900", 24_900],
    ["$ 24,900.5", 24_900.5],
    ["24900.05", 24_900.05],
    ["0", 0],
    ["100,000,000", 100_000_000],
    ["100000000.01", undefined],
    ["-1", undefined],
    ["24,9", undefined],
    ["24.900,00", undefined],
    ["24.905", undefined],
    ["", undefined],
    [".5", undefined],
    ["1e5", undefined],
  ])("%j is %s", (typed, price) => expect(readSalePrice(typed)).toBe(price));
});
