import fc from "fast-check";
import { expect, test } from "vitest";
import { readAdf } from "#domains/leads/inquiries/server/adf.ts";
import { inDepth } from "#testing/deep.ts";
import type { LeadVehicle } from "../fields.ts";
import { adfIdOf, adfOf, type CrmProspect, cameFromCrm, isOwnAddress, retryAfter } from "./rules.ts";

const vehicle: LeadVehicle = {
  interest: "trade_in",
  status: "used",
  year: "2021",
  make: "Honda",
  model: "Accord",
  trim: "EX-L",
  vin: "1HGCV1F34MA000001",
  stock: "P4821",
  price: "$21,450",
  odometer: "38200 mi",
  color: "Blue",
  comments: "One owner",
};

const prospect: CrmProspect = {
  id: adfIdOf("lead", 12, 34),
  at: new Date("2026-11-01T05:30:00Z"),
  zone: "America/New_York",
  kind: "sales",
  source: "AutoFinder",
  first_name: "Renée",
  last_name: "O'Neil & Sons",
  email: "renee@example.com",
  phone: "+12125550123",
  address: "1 Main St",
  vehicles: [vehicle],
  comments: "Is it <still> available?",
  business: "Harbor Motors",
  location: "Downtown",
  publicUrl: "https://rooftop.test",
};

test("a prospect is ADF in the format's order, with the location's time", () => {
  const adf = adfOf(prospect);
  expect(adf).toContain("<requestdate>2026-11-01T01:30:00-04:00</requestdate>");
  expect(adfOf({ ...prospect, at: new Date("2026-11-01T06:30:00Z") })).toContain("2026-11-01T01:30:00-05:00");
  const order = [...adf.matchAll(/<([a-z]+)[ >]/g)].map(([, name]) => name);
  const [top] = [
    "adf prospect id requestdate vehicle year make model vin stock trim odometer colorcombination exteriorcolor",
  ];
  const rest =
    "price comments customer contact name name email phone address street comments vendor vendorname contact name provider name service url";
  expect(order.join(" ")).toBe(`${top} ${rest}`);
});

test("our own reader finds in it what went in", () => {
  expect(readAdf(adfOf(prospect), "America/Chicago")).toMatchObject([
    {
      provider: "AutoFinder",
      provider_id: prospect.id,
      requested_at: prospect.at,
      person: {
        first_name: "Renée",
        last_name: "O'Neil & Sons",
        email: "renee@example.com",
        phone: "+12125550123",
        address: "1 Main St",
      },
      vehicles: [vehicle],
      comments: "Is it <still> available?",
    },
  ]);
});

test("whatever somebody typed ends no element and begins none", () => {
  const hostile = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom(
      "]]></comments>",
      "<!DOCTYPE a [<!ENTITY b 'c'>]>",
      "</prospect><prospect>",
      "&#0;",
      "&bad;",
      "\ud800",
      "\u0000\u0008",
    ),
  );
  fc.assert(
    fc.property(hostile, hostile, hostile, (name, words, source) => {
      const adf = adfOf({
        ...prospect,
        first_name: name,
        comments: words,
        source,
        vehicles: [{ ...vehicle, make: words }],
      });
      expect(adf.match(/<\/?prospect/g)).toHaveLength(2);
      expect(adf.match(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u)).toBeNull();
      // Only the five entities that every XML reader knows.
      expect(adf.replace(/&(amp|lt|gt|quot|apos);/g, "")).not.toContain("&");
      expect(readAdf(adf, "UTC")).toHaveLength(1);
    }),
    { numRuns: inDepth(2_000, 200) },
  );
});

test.each([
  ["from the CRM's own address", [{ sender: "Leads@CRM.example", provider_id: "" }], true],
  ["with an id of ours", [{ sender: "x@y.example", provider_id: adfIdOf("missed_call", 1, 2) }], true],
  ["from somewhere else", [{ sender: "x@y.example", provider_id: "AT-1" }], false],
  ["without a sender", [{ sender: "", provider_id: "" }], false],
  [
    "that came from there only the second time",
    [
      { sender: "", provider_id: "" },
      { sender: "leads@crm.example", provider_id: "" },
    ],
    true,
  ],
])("a lead %s goes around: %s", (_, inquiries, expected) => {
  expect(cameFromCrm(inquiries, "leads@crm.example")).toBe(expected);
});

test("addresses at our own domain for leads are ours, and others aren't", () => {
  expect(isOwnAddress("leads-1@Leads.rooftop.test", "leads.rooftop.test")).toBe(true);
  expect(isOwnAddress("a@notleads.rooftop.test", "leads.rooftop.test")).toBe(false);
  expect(isOwnAddress("a@b.test", undefined)).toBe(false);
});

test("tries end within a day, each later than the one before", () => {
  const waits = [1, 2, 3, 4, 5, 6].map((tries) => retryAfter(tries) ?? 0);
  expect(waits).toEqual([...waits].sort((one, other) => one - other));
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(86_400);
  expect(retryAfter(7)).toBeUndefined();
});
