import { type CodedState, stateOfCode } from "./areaCodes.ts";

/* The time zones that a split area code reaches into. */
const [eastern, central, mountain, pacific] = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
] as const;

/** Area codes in another zone than most of their state, or in several. An overlay reaches as far as its parent. */
const otherZones: readonly (readonly [codes: string, zones: readonly string[]])[] = [
  ["208 986", [mountain, pacific]],
  ["219 574 812 930", [eastern, central]],
  ["270 364 606", [eastern, central]],
  ["423 729", [eastern, central]],
  ["865", [eastern]],
  ["448 850", [eastern, central]],
  ["906", ["America/Detroit", central]],
  ["308 605 620 701 785", [central, mountain]],
  ["915", [mountain]],
  ["458 541 775", [pacific, mountain]],
  ["928", ["America/Phoenix", mountain]],
  ["907", ["America/Anchorage", "America/Adak"]],
];

const zonesOfCode = new Map(
  otherZones.flatMap(([list, zones]) => list.split(" ").map((code) => [code, zones] as const)),
);

/** Where a phone's number is from. Numbers travel with people, so this is a hint, and never a single zone if there are several. */
export interface AreaOfPhone {
  readonly state: CodedState;
  /** The zones of a split area code; undefined: its state's main zone. */
  readonly zones: readonly string[] | undefined;
}

/** The area of a US phone (E.164); undefined for toll-free, foreign and unknown area codes. */
export function areaOfPhone(phone: string): AreaOfPhone | undefined {
  const code = /^\+1(\d{3})\d{7}$/.exec(phone)?.[1] ?? "";
  const state = stateOfCode.get(code);
  return state && { state, zones: zonesOfCode.get(code) };
}
