import fc from "fast-check";
import { expect, test } from "vitest";
import { type LeadBook, type LeadCells, leadInWords, readLead, vehicleLine, vehicleOfWords } from "./rules.ts";

const now = new Date("2026-11-28T18:00:00Z");
const book: LeadBook = {
  owners: new Map([
    ["maria lopez", 7],
    ["maria@example.com", 7],
    ["sam hill", null],
  ]),
  stages: [
    { id: 1, name: "New", kind: "open" },
    { id: 2, name: "Contacted", kind: "open" },
    { id: 6, name: "Delivered to driveway", kind: "won" },
    { id: 8, name: "Lost", kind: "lost" },
  ],
  sources: new Map([["autotrader", "AutoTrader"]]),
  now,
};
const read = (cells: LeadCells) => readLead(cells, book);
const long = "x".repeat(300);

test.each<[string, LeadCells, object]>([
  ["an owner by name", { lead_owner: "MARIA  Lopez" }, { owner_id: 7 }],
  ["an owner, last name first", { lead_owner: "Lopez, Maria" }, { owner_id: 7 }],
  ["an owner by email", { lead_owner: "Maria@Example.com" }, { owner_id: 7 }],
  ["a stage in other letters", { lead_stage: "contacted" }, { stage_id: 2 }],
  ["what other systems call sold", { lead_stage: "Closed Won" }, { stage_id: 6 }],
  ["what other systems call lost", { lead_stage: "Dead" }, { stage_id: 8 }],
  ["a known source", { lead_source: "AUTOTRADER" }, { source: "AutoTrader" }],
  ["a new source", { lead_source: "Radio" }, { source: "Radio" }],
  ["a day", { lead_source: "Radio", lead_date: "3/4/26" }, { received_at: new Date("2026-03-04T12:00:00Z") }],
  ["today", { lead_source: "Radio", lead_date: "2026-11-28" }, { received_at: new Date("2026-11-28T12:00:00Z") }],
  [
    "notes and tags",
    { lead_source: "Radio", lead_notes: "Call late", lead_tags: "VIP" },
    { notes: "Call late\nTags: VIP" },
  ],
  [
    "a trade-in that is only a yes",
    { trade_in: "Yes" },
    { vehicles: [expect.objectContaining({ comments: "Has a trade-in" })] },
  ],
])("%s is read", (_, cells, lead) => {
  expect(read(cells)).toEqual({ lead: expect.objectContaining(lead), warnings: [] });
});

test.each<[string, LeadCells, object, RegExp]>([
  [
    "an owner who is no member",
    { lead_owner: "Bob" },
    { owner_id: null, notes: "Owner: Bob" },
    /isn't on your team here/,
  ],
  [
    "an owner's name of two",
    { lead_owner: "Sam Hill" },
    { owner_id: null, notes: "Owner: Sam Hill" },
    /fits several people/,
  ],
  ["a stage in Spanish", { lead_stage: "Contactado" }, { stage_id: null, notes: "Stage: Contactado" }, /starts in New/],
  ["a long source", { lead_source: long }, { source: "x".repeat(100) }, /longer than 100/],
  ["a day to come", { lead_source: "a", lead_date: "1/1/2030" }, { received_at: null }, /is in the future/],
  ["no day", { lead_source: "a", lead_date: "soon" }, { received_at: null }, /isn't a day/],
  [
    "a wrong VIN",
    { vin: "1HGCM82633A004353" },
    { vehicles: [expect.objectContaining({ vin: "1HGCM82633A004353" })] },
    /may be mistyped/,
  ],
  ["a long VIN", { vin: "1HGCM82633A0043521" }, { vehicles: [] }, /more than 17/],
  [
    "a long stock number",
    { stock_number: long },
    { vehicles: [expect.objectContaining({ stock: "x".repeat(40) })] },
    /longer than 40/,
  ],
  [
    "a long vehicle",
    { vehicle: long },
    { vehicles: [expect.objectContaining({ model: "x".repeat(80), comments: long })] },
    /longer than 80/,
  ],
  ["a year of two digits", { vehicle_make: "Kia", vehicle_year: "21" }, { notes: "Year: 21" }, /isn't a year/],
])("%s is kept with a warning", (_, cells, lead, warning) => {
  const { lead: found, warnings } = read(cells);
  expect(found).toMatchObject(lead);
  expect(warnings).toEqual([expect.stringMatching(warning)]);
});

test.each<[string, LeadCells]>([
  ["nothing", {}],
  ["a no about a trade-in", { trade_in: "No" }],
  ["a date alone", { lead_date: "3/4/2026" }],
  ["a year alone", { vehicle_year: "2021" }],
])("%s makes no lead", (_, cells) => expect(read(cells)).toEqual({ lead: undefined, warnings: [] }));

test("notes alone make no lead, and say so", () => {
  expect(read({ lead_notes: "Hello" })).toEqual({ lead: undefined, warnings: [expect.stringContaining("names none")] });
});

test.each([
  ["2021 Honda Accord EX-L", { year: "2021", make: "Honda", model: "Accord", trim: "EX-L", status: "" }],
  ["Used 2019 Land Rover Defender 110 SE", { status: "used", make: "Land Rover", model: "Defender", trim: "110 SE" }],
  ["New 2026 Ford F-150", { status: "new", year: "2026", make: "Ford", model: "F-150", trim: "" }],
  ["Civic", { model: "Civic" }],
  ["2021", { model: "2021" }],
])("the vehicle %s", (words, parts) => expect(vehicleOfWords(words)).toMatchObject(parts));

test("a vehicle in one line reads the same again", () => {
  const word = fc.stringMatching(/^[A-Z][a-z0-9]{1,8}$/);
  fc.assert(
    fc.property(
      fc.integer({ min: 1950, max: 2049 }),
      word,
      word,
      fc.array(word, { maxLength: 3 }),
      (year, make, model, trim) => {
        const line = [year, make, model, ...trim].join(" ");
        const empty = { year: "", make: "", model: "", trim: "" };
        expect(vehicleLine({ ...empty, ...vehicleOfWords(line) })).toBe(line);
      },
    ),
  );
});

test("whatever cells hold, what is stored fits its columns", () => {
  const cell = fc.oneof(fc.string({ maxLength: 400 }), fc.string({ unit: "grapheme", maxLength: 200 }));
  const cells = fc.record({
    lead_owner: cell,
    lead_stage: cell,
    lead_source: cell,
    vehicle: cell,
    vin: cell,
    stock_number: cell,
    trade_in: cell,
    lead_date: cell,
    lead_notes: cell,
  });
  fc.assert(
    fc.property(cells, (some) => {
      const { lead } = read(some);
      if (!lead) return;
      expect(lead.source.length).toBeLessThanOrEqual(100);
      expect(lead.notes.length).toBeLessThanOrEqual(8_000);
      for (const { year, make, model, trim, vin, stock, comments } of lead.vehicles) {
        expect([year.length <= 4, make.length <= 60, model.length <= 80, trim.length <= 80]).not.toContain(false);
        expect([vin.length <= 17, stock.length <= 40, comments.length <= 1_000]).not.toContain(false);
      }
      expect(leadInWords(lead, book)).toEqual(expect.any(String));
    }),
  );
});
