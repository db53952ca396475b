import { isFound } from "#core/searchWords.ts";
import { type StateCode, stateCode } from "#core/states.ts";
import type { LocationDraft } from "./contract.ts";

/* The time zones of the US today. */
const [eastern, central, mountain, pacific] = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
] as const;
const arizona = "America/Phoenix";
const alaska = "America/Anchorage";

/** The main time zone of each state. */
const zoneOfState: Record<StateCode, string> = {
  CT: eastern,
  DC: eastern,
  DE: eastern,
  FL: eastern,
  GA: eastern,
  IN: eastern,
  KY: eastern,
  MA: eastern,
  MD: eastern,
  ME: eastern,
  MI: "America/Detroit",
  NC: eastern,
  NH: eastern,
  NJ: eastern,
  NY: eastern,
  OH: eastern,
  PA: eastern,
  RI: eastern,
  SC: eastern,
  VA: eastern,
  VT: eastern,
  WV: eastern,
  AL: central,
  AR: central,
  IA: central,
  IL: central,
  KS: central,
  LA: central,
  MN: central,
  MO: central,
  MS: central,
  ND: central,
  NE: central,
  OK: central,
  SD: central,
  TN: central,
  TX: central,
  WI: central,
  CO: mountain,
  ID: mountain,
  MT: mountain,
  NM: mountain,
  UT: mountain,
  WY: mountain,
  AZ: arizona,
  CA: pacific,
  NV: pacific,
  OR: pacific,
  WA: pacific,
  AK: alaska,
  HI: "Pacific/Honolulu",
  PR: "America/Puerto_Rico",
  VI: "America/St_Thomas",
  GU: "Pacific/Guam",
  MP: "Pacific/Saipan",
  AS: "Pacific/Pago_Pago",
};

/**
 * ZIP code prefixes of areas in another zone than their state's. The longest prefix wins, so a town can be excluded from
 * its region. Where local practice differs from the law, it follows local practice.
 */
const otherZones: Partial<Record<StateCode, Readonly<Record<string, string>>>> = {
  // The western Aleutians.
  AK: { "America/Adak": "99546 99547" },
  // Phenix City, Lanett and Valley live with Columbus, Georgia.
  AL: { [eastern]: "36854 36863 36867 36868 36869 36870 36877" },
  // The Navajo Nation has summer time, the Hopi land inside it has none.
  AZ: {
    [mountain]:
      "86033 86044 86045 86053 86054 86502 86503 86504 86505 86506 86507 86508 86510 86511 86512 86514 86515 86520 86535 " +
      "86538 86540 86544 86545 86547 86549 86556",
  },
  // West of the Apalachicola; Port St. Joe is east in its clocks.
  FL: { [central]: "324 325", [eastern]: "32456 32457" },
  // North of the Salmon River; Pollock and Riggins are south of it.
  ID: { [pacific]: "835 838", [mountain]: "83547 83549" },
  // The corners at Gary and at Evansville.
  IN: {
    [central]:
      "463 464 46531 46532 46534 46968 47514 47515 47520 47523 47525 47531 47536 47537 47550 47551 47552 47556 47574 " +
      "47576 47577 47579 47586 47588 476 477 47922 47943 47948 47951 47963 47964 47977 47978",
  },
  // Goodland, Sharon Springs, Tribune, Syracuse.
  KS: { [mountain]: "67733 67735 67741 67758 67761 67762 67836 67857 67878 67879" },
  KY: {
    [central]:
      "40111 40115 40119 40140 40143 40144 40145 40146 40152 40153 40164 40166 40170 40171 40176 40178 420 421 422 423 424 " +
      "42602 42603 42629 42642 42712 42713 42715 42717 42720 42721 42722 42726 42728 42729 42741 42742 42743 42746 42749 " +
      "42753 42754 42755 42759 42762 42765 42782",
  },
  // The Upper Peninsula's counties at Wisconsin.
  MI: {
    [central]:
      "49801 49802 49812 49815 49821 49831 49834 49845 49847 49848 49852 49858 49863 49870 49873 49874 49876 49877 49881 " +
      "49886 49887 49892 49893 49896 49902 49903 49911 49915 49920 49927 49935 49938 49947 49959 49964 49968 49969",
  },
  // The southwest beyond the Missouri.
  ND: {
    [mountain]: "586 58529 58533 58562 58564 58568 58569",
    [central]: "58631 58638",
  },
  // The panhandle and the west of the Sandhills.
  NE: {
    [mountain]:
      "69021 69023 69027 69030 69033 69037 69041 69045 69121 69122 69125 69127 69128 69129 69131 69133 69134 69140 69141 " +
      "69144 69145 69146 69147 69148 69149 69150 69152 69153 69154 69155 69156 69160 69162 69168 69190 69211 69216 69218 69219 " +
      "693",
  },
  // West Wendover and Jackpot live with Utah and Idaho.
  NV: { [mountain]: "89825 89883" },
  // Malheur County.
  OR: {
    [mountain]: "97901 97902 97903 97906 97908 97909 97910 97911 97913 97914 97917 97918 97920",
  },
  // West of the Missouri; Fort Pierre lives with Pierre.
  SD: {
    [mountain]:
      "577 57521 57537 57543 57547 57551 57552 57553 57567 57574 57577 57620 57621 57622 57623 57625 57626 57630 57633 " +
      "57634 57636 57638 57639 57640 57641 57642 57644 57645 57649 57650 57651 57652 57656 57657 57658 57659 57660 57661",
  },
  // The east; the Cumberland Plateau and the Sequatchie valley are central.
  TN: {
    [eastern]: "373 374 376 377 378 379",
    [central]:
      "37301 37305 37306 37313 37318 37324 37327 37328 37330 37334 37335 37339 37340 37342 37345 37347 37348 37349 37352 " +
      "37355 37356 37357 37359 37360 37365 37366 37367 37374 37375 37376 37378 37380 37382 37383 37387 37388 37389 37394 " +
      "37396 37397 37398 37723",
  },
  // El Paso and Hudspeth counties.
  TX: { [mountain]: "79821 79835 79836 79837 79838 79839 79847 79849 79851 79853 799 885" },
};

const zonesByZipPrefix = new Map(
  Object.entries(otherZones).map(([state, zones]) => [
    state,
    new Map(Object.entries(zones).flatMap(([zone, zips]) => zips.split(" ").map((zip) => [zip, zone] as const))),
  ]),
);

/** The IANA time zone of a US address, by state (code or name) and, for states with two zones, ZIP code. */
export function timeZoneOf(state: string, postal_code: string): string {
  const code = stateCode(state);
  if (!code) return eastern;
  const zip = /^\d{5}/.exec(postal_code.trim())?.[0] ?? "";
  const prefixes = zonesByZipPrefix.get(code);
  const exact = prefixes?.get(zip) ?? prefixes?.get(zip.slice(0, 3));
  return exact ?? zoneOfState[code];
}

/** Every time zone in which a part of a state is, its main one first. */
export function zonesOfState(state: StateCode): string[] {
  return [...new Set([zoneOfState[state], ...(zonesByZipPrefix.get(state)?.values() ?? [])])];
}

/** The names of the fields that a change gives another value. */
export function changedFields(before: LocationDraft, after: LocationDraft): (keyof LocationDraft)[] {
  return (Object.keys(after) as (keyof LocationDraft)[]).filter((name) => before[name] !== after[name]);
}

/** A percentage with two decimals; `0.00` when `whole` is 0. */
export function percent(part: number, whole: number): string {
  return (whole === 0 || part === 0 ? 0 : (100 * part) / whole).toFixed(2);
}

/** A location's address in one line. */
export function addressLine(address: {
  address: string;
  address_2: string;
  city: string;
  state: string;
  postal_code: string;
}): string {
  const cityLine = [address.city, [address.state, address.postal_code].filter(Boolean).join(" ")]
    .filter(Boolean)
    .join(", ");
  return [address.address, address.address_2, cityLine].filter(Boolean).join(", ");
}

/** The locations in whose title or address every typed word is. */
export function locationsWith<Place extends Parameters<typeof addressLine>[0] & { title: string }>(
  query: string,
  places: readonly Place[],
): Place[] {
  return places.filter((place) => isFound(query, `${place.title} ${addressLine(place)}`));
}
