import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stateCodes, states } from "#core/states.ts";
import { addressLine, locationsWith, percent, timeZoneOf } from "./rules.ts";

const [eastern, central, mountain, pacific] = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
];

/** The capital of each state and territory, with its time zone. */
const capitals: Record<string, [zip: string, zone: string]> = {
  AL: ["36104", central],
  AK: ["99801", "America/Anchorage"],
  AS: ["96799", "Pacific/Pago_Pago"],
  AZ: ["85001", "America/Phoenix"],
  AR: ["72201", central],
  CA: ["95814", pacific],
  CO: ["80202", mountain],
  CT: ["06103", eastern],
  DE: ["19901", eastern],
  DC: ["20001", eastern],
  FL: ["32301", eastern],
  GA: ["30303", eastern],
  GU: ["96910", "Pacific/Guam"],
  HI: ["96813", "Pacific/Honolulu"],
  ID: ["83702", mountain],
  IL: ["62701", central],
  IN: ["46204", eastern],
  IA: ["50309", central],
  KS: ["66603", central],
  KY: ["40601", eastern],
  LA: ["70802", central],
  ME: ["04330", eastern],
  MD: ["21401", eastern],
  MA: ["02108", eastern],
  MI: ["48933", "America/Detroit"],
  MN: ["55102", central],
  MS: ["39201", central],
  MO: ["65101", central],
  MT: ["59623", mountain],
  NE: ["68508", central],
  NV: ["89701", pacific],
  NH: ["03301", eastern],
  NJ: ["08608", eastern],
  NM: ["87501", mountain],
  NY: ["12207", eastern],
  NC: ["27601", eastern],
  ND: ["58501", central],
  MP: ["96950", "Pacific/Saipan"],
  OH: ["43215", eastern],
  OK: ["73102", central],
  OR: ["97301", pacific],
  PA: ["17101", eastern],
  PR: ["00901", "America/Puerto_Rico"],
  RI: ["02903", eastern],
  SC: ["29201", eastern],
  SD: ["57501", central],
  TN: ["37219", central],
  TX: ["78701", central],
  VI: ["00802", "America/St_Thomas"],
  UT: ["84111", mountain],
  VT: ["05602", eastern],
  VA: ["23219", eastern],
  WA: ["98501", pacific],
  WV: ["25301", eastern],
  WI: ["53703", central],
  WY: ["82001", mountain],
};

describe("every state has a zone, by code and by name", () => {
  test.each(stateCodes)("%s", (code) => {
    const [zip = "", zone] = capitals[code] ?? [];
    expect(timeZoneOf(code, zip)).toBe(zone);
    expect(timeZoneOf(states[code].toLowerCase(), `${zip}-0001`)).toBe(zone);
    expect(timeZoneOf(code, "")).toBe(zone);
  });
});

describe("states with two zones", () => {
  test.each([
    ["AK", "99546", "America/Adak", "Adak"],
    ["AK", "99685", "America/Anchorage", "Unalaska"],
    ["AL", "36867", eastern, "Phenix City"],
    ["AL", "36830", central, "Auburn"],
    ["AZ", "86515", mountain, "Window Rock, Navajo Nation"],
    ["AZ", "86034", "America/Phoenix", "Keams Canyon, Hopi"],
    ["AZ", "86001", "America/Phoenix", "Flagstaff"],
    ["FL", "32501", central, "Pensacola"],
    ["FL", "32401", central, "Panama City"],
    ["FL", "32456", eastern, "Port St. Joe"],
    ["FL", "32320", eastern, "Apalachicola"],
    ["FL", "33101", eastern, "Miami"],
    ["ID", "83814", pacific, "Coeur d'Alene"],
    ["ID", "83501", pacific, "Lewiston"],
    ["ID", "83549", mountain, "Riggins"],
    ["ID", "83301", mountain, "Twin Falls"],
    ["IN", "46402", central, "Gary"],
    ["IN", "46534", central, "Knox"],
    ["IN", "46601", eastern, "South Bend"],
    ["IN", "47708", central, "Evansville"],
    ["IN", "47586", central, "Tell City"],
    ["IN", "47546", eastern, "Jasper"],
    ["IN", "47978", central, "Rensselaer"],
    ["IN", "47906", eastern, "West Lafayette"],
    ["KS", "67735", mountain, "Goodland"],
    ["KS", "67701", central, "Colby"],
    ["KY", "42101", central, "Bowling Green"],
    ["KY", "42001", central, "Paducah"],
    ["KY", "40202", eastern, "Louisville"],
    ["KY", "40143", central, "Hardinsburg"],
    ["KY", "42701", eastern, "Elizabethtown"],
    ["KY", "42728", central, "Columbia"],
    ["KY", "42501", eastern, "Somerset"],
    ["MI", "49938", central, "Ironwood"],
    ["MI", "49855", "America/Detroit", "Marquette"],
    ["ND", "58601", mountain, "Dickinson"],
    ["ND", "58631", central, "Glen Ullin"],
    ["ND", "58801", central, "Williston"],
    ["NE", "69361", mountain, "Scottsbluff"],
    ["NE", "69153", mountain, "Ogallala"],
    ["NE", "69101", central, "North Platte"],
    ["NE", "69201", central, "Valentine"],
    ["NV", "89883", mountain, "West Wendover"],
    ["NV", "89801", pacific, "Elko"],
    ["OR", "97914", mountain, "Ontario, Malheur County"],
    ["OR", "97814", pacific, "Baker City"],
    ["SD", "57701", mountain, "Rapid City"],
    ["SD", "57532", central, "Fort Pierre"],
    ["SD", "57601", central, "Mobridge"],
    ["SD", "57638", mountain, "Lemmon"],
    ["TN", "37402", eastern, "Chattanooga"],
    ["TN", "37902", eastern, "Knoxville"],
    ["TN", "37388", central, "Tullahoma"],
    ["TN", "37367", central, "Pikeville"],
    ["TN", "38555", central, "Crossville"],
    ["TN", "38103", central, "Memphis"],
    ["TX", "79901", mountain, "El Paso"],
    ["TX", "88510", mountain, "El Paso's post boxes"],
    ["TX", "79839", mountain, "Fort Hancock"],
    ["TX", "79855", central, "Van Horn"],
    ["TX", "79701", central, "Midland"],
  ])("%s %s: %s (%s)", (state, zip, zone) => {
    expect(timeZoneOf(state, zip)).toBe(zone);
  });
});

test("any input yields a valid time zone", () => {
  const zip = fc.oneof(
    fc.integer({ min: 0, max: 99_999 }).map((n) => String(n).padStart(5, "0")),
    fc.string(),
  );
  const state = fc.oneof(fc.constantFrom(...stateCodes), fc.string());
  fc.assert(
    fc.property(state, zip, (where, code) => {
      expect(() => new Intl.DateTimeFormat("en-US", { timeZone: timeZoneOf(where, code) })).not.toThrow();
    }),
  );
});

test("the ZIP code of another state changes nothing", () => {
  const whole = stateCodes.filter((code) => !"AK AL AZ FL ID IN KS KY MI ND NE NV OR SD TN TX".includes(code));
  fc.assert(
    fc.property(fc.constantFrom(...whole), fc.integer({ min: 0, max: 99_999 }), (code, zip) => {
      expect(timeZoneOf(code, String(zip).padStart(5, "0"))).toBe(timeZoneOf(code, ""));
    }),
  );
});

test.each([
  [0, 0, "0.00"],
  [0, 7, "0.00"],
  [3, 0, "0.00"],
  [1, 3, "33.33"],
  [5, 4, "125.00"],
])("%d of %d is %s percent", (part, whole, text) => {
  expect(percent(part, whole)).toBe(text);
});

const address = { address: "1 Main St", address_2: "Suite 5", city: "Springfield", state: "NY", postal_code: "10001" };
test.each([
  [address, "1 Main St, Suite 5, Springfield, NY 10001"],
  [{ ...address, address_2: "" }, "1 Main St, Springfield, NY 10001"],
  [{ ...address, city: "" }, "1 Main St, Suite 5, NY 10001"],
  [{ ...address, state: "", postal_code: "" }, "1 Main St, Suite 5, Springfield"],
  [{ address: "", address_2: "", city: "", state: "", postal_code: "" }, ""],
])("an address is one line without gaps", (location, line) => {
  expect(addressLine(location)).toBe(line);
});

test("a location is found by every typed word, in its title or its address", () => {
  const place = (title: string, address: string, city: string) => {
    return { title, address, address_2: "", city, state: "NY", postal_code: "10001" };
  };
  const places = [place("Harbor", "1 Pier St", "Springfield"), place("Airport", "9 Sky Rd", "Albany")];
  const found = (query: string) => locationsWith(query, places).map(({ title }) => title);
  expect(found("")).toEqual(["Harbor", "Airport"]);
  expect(found("  ")).toEqual(["Harbor", "Airport"]);
  expect(found("ALB air")).toEqual(["Airport"]);
  expect(found("ny 10001")).toEqual(["Harbor", "Airport"]);
  expect(found("harbor albany")).toEqual([]);
  expect(found("(%_")).toEqual([]);
});
