import { expect, test } from "vitest";
import { requestTime, vehicleInWords } from "./inquiryText.ts";
import { readJsonInquiry } from "./readJson.ts";

test.each([
  ["2000-03-30T15:30:20-08:00", "2000-03-30T23:30:20.000Z"],
  ["2000-03-30T15:30:20-08:0", "2000-03-30T23:30:20.000Z"],
  ["2000-03-30T15:30:20-0800", "2000-03-30T23:30:20.000Z"],
  ["2026-11-24T23:30:20Z", "2026-11-24T23:30:20.000Z"],
  ["2026-11-24T23:30:20.123Z", "2026-11-24T23:30:20.000Z"],
  ["2008-06-25T8:47:50", "2008-06-25T15:47:50.000Z"],
  ["2025-09-22T18:07", "2025-09-23T01:07:00.000Z"],
  ["2026-11-24", "2026-11-24T08:00:00.000Z"],
  ["11/24/2026 3:15 PM", "2026-11-24T23:15:00.000Z"],
  ["11/24/26 12:15 am", "2026-11-24T08:15:00.000Z"],
  ["11/24/2026 12:15:09 PM EST", "2026-11-24T17:15:09.000Z"],
  ["Tue, 24 Nov 2026 15:30:20 -0800", "2026-11-24T23:30:20.000Z"],
  ["November 24, 2026 3:30 PM", "2026-11-24T23:30:00.000Z"],
  // An hour that spring skips.
  ["2026-03-08T02:30:00", "2026-03-08T10:00:00.000Z"],
])("%s was asked at %s", (written, at) => {
  expect(requestTime(written, "America/Los_Angeles")?.toISOString()).toBe(at);
});

test.each(["", "yesterday", "2026-02-30T10:00:00", "13/45/2026", "2026-11-24T99:00:00", "x".repeat(100_000)])(
  "%.20s is no time",
  (written) => {
    expect(requestTime(written, "America/Los_Angeles")).toBeUndefined();
  },
);

test.each([
  ["2021 Toyota Camry SE", { year: "2021", make: "Toyota", model: "Camry SE" }],
  ["Used 2019 Land Rover Discovery Sport", { year: "2019", make: "Land Rover", model: "Discovery Sport" }],
  ["new 2026 Mercedes-Benz GLC 300", { year: "2026", make: "Mercedes-Benz", model: "GLC 300" }],
  ["Camry", undefined],
  ["2021", undefined],
  ["1234 Main Street", undefined],
  ["", undefined],
])("the vehicle in %j", (words, vehicle) => expect(vehicleInWords(words)).toEqual(vehicle));

const ana = { first_name: "Ana", last_name: "Ruiz", phone: "+19095550142", email: "ana@example.com" };

test.each([
  { first_name: "Ana", last_name: "Ruiz", phone: "909-555-0142", email: "ana@example.com" },
  { firstName: "Ana", lastName: "Ruiz", phoneNumber: "909-555-0142", emailAddress: "ana@example.com" },
  { "Full Name": "Ana Ruiz", "Phone-Number": "909-555-0142", Email_Address: "ana@example.com" },
  { customer: { firstName: "Ana", lastName: "Ruiz", phone: "909-555-0142", email: "ana@example.com" } },
  { name: "Ana Ruiz", contact: { mobile: "909-555-0142", email: "ana@example.com" } },
  { first_name: "Ana", firstName: "Other", last_name: "Ruiz", phone: "909-555-0142", email: "ana@example.com" },
])("JSON by other names: %j", (body) => {
  const asked = { ...body, vehicle: "2021 Toyota Camry", type: "service" };
  expect(readJsonInquiry(asked)).toMatchObject({
    person: ana,
    kind: "service",
    vehicles: [{ year: "2021", make: "Toyota", model: "Camry", interest: "buy" }],
  });
});

test.each([
  null,
  [],
  "x",
  7,
  { customer: null },
  { customer: [] },
  { __proto__: { phone: "9095550142" } },
  { vehicle: 7 },
])("JSON that names nobody: %j", (body) => expect(readJsonInquiry(body)).toBeUndefined());
