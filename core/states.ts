import * as z from "zod/mini";
import { inOrder, optionalText, required } from "./fields.ts";

/** The US states and territories by postal code, ordered by name. */
export const states = {
  AL: "Alabama",
  AK: "Alaska",
  AS: "American Samoa",
  AZ: "Arizona",
  AR: "Arkansas",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  DC: "District of Columbia",
  FL: "Florida",
  GA: "Georgia",
  GU: "Guam",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  MP: "Northern Mariana Islands",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  PR: "Puerto Rico",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  VI: "US Virgin Islands",
  UT: "Utah",
  VT: "Vermont",
  VA: "Virginia",
  WA: "Washington",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
} as const;
export type StateCode = keyof typeof states;

export const stateCodes = Object.keys(states) as StateCode[];

const codeOf = new Map(
  stateCodes.flatMap((code) => [code, states[code].toUpperCase()].map((spelling) => [spelling, code])),
);

/** `ca`, `CA` and `California` → `CA`; undefined for anything else. */
export function stateCode(typed: string): StateCode | undefined {
  return codeOf.get(typed.trim().toUpperCase());
}

/** A state by code or name, stored as the code. `missing` is the error when it is empty. */
export function usState(missing: string) {
  const knownState = inOrder<string>([
    (value) => value === "" || stateCode(value) !== undefined,
    "Select a state from the list",
  ]);
  return required(missing).check(
    z.overwrite((value) => stateCode(value) ?? value),
    knownState,
  );
}

/** An optional state; empty when omitted. */
export function optionalUsState() {
  return optionalText(100).check(
    z.overwrite((value) => stateCode(value) ?? value),
    inOrder<string>([(value) => value === "" || stateCode(value) !== undefined, "Select a state from the list"]),
  );
}
