import { areaOfPhone } from "#core/areaOfPhone.ts";
import { type StateCode, stateCode, stateCodes } from "#core/states.ts";
import { timeZoneOf, zonesOfState } from "#domains/locations/rules.ts";
import { anyState, type RecipientArea } from "../hours/rules.ts";

/** What is known about where a recipient is. */
export interface RecipientFacts {
  /** Chosen by staff; empty without. */
  readonly time_zone: string;
  /** In one text, as people type it. */
  readonly address: string;
  /** E.164 */
  readonly phone: string;
}

/** A recipient's area, and what it follows from. */
export interface LocatedRecipient extends RecipientArea {
  readonly source: "staff" | "address" | "phone" | "location";
}

/**
 * Every zone and state in which a recipient may be: by what staff chose, else by address, else by area code, else the
 * fallback's zone with the strictest hours.
 *
 * @param fallback the zone to assume when nothing is known.
 */
export function locateRecipient({ time_zone, address, phone }: RecipientFacts, fallback: string): LocatedRecipient {
  const found = stateAndZip(address);
  const area = areaOfPhone(phone);
  if (time_zone !== "") {
    const states = found ? [found.state] : statesWith([time_zone]);
    return { zones: [time_zone], states, isGuess: false, source: "staff" };
  }
  if (found) {
    const zones = found.zip === "" ? zonesOfState(found.state) : [timeZoneOf(found.state, found.zip)];
    return { zones, states: [found.state], isGuess: false, source: "address" };
  }
  if (area) {
    const zones = area.zones ?? [timeZoneOf(area.state, "")];
    return { zones, states: [area.state], isGuess: false, source: "phone" };
  }
  return { zones: [fallback], states: anyState, isGuess: true, source: "location" };
}

/** The states in which one of the zones holds; any state for a zone outside of the US. */
function statesWith(zones: readonly string[]): readonly StateCode[] {
  const states = stateCodes.filter((state) => zonesOfState(state).some((zone) => zones.includes(zone)));
  return states.length > 0 ? states : anyState;
}

const country = /[\s,.]+(?:USA?|U\.S\.(?:A\.)?|United States)\.?$/i;
const zipCode = /(?:^|[\s,]+)(\d{5})(?:-\d{4})?$/;

/**
 * The state, with its ZIP code if it has one, that an address ends with: `12 Main St, Miami, FL 33101`. Letters count as a
 * state only before a ZIP code or after a comma: "12 Ocean Dr Tampa PA" may be anything.
 */
export function stateAndZip(address: string): { readonly state: StateCode; readonly zip: string } | undefined {
  const line = address.trim().split("\n").at(-1)?.trim().replace(country, "") ?? "";
  const zip = zipCode.exec(line)?.[1] ?? "";
  const rest = line.replace(zipCode, "").replace(/[\s,.]+$/, "");
  const lastWords = /(?:[A-Za-z]+ ){0,3}[A-Za-z]+$/.exec(rest)?.[0].split(" ") ?? [];
  for (let count = lastWords.length; count >= 1; count--) {
    const name = lastWords.slice(-count).join(" ");
    const state = stateCode(name);
    const isCertain = zip !== "" || /,\s*$/.test(rest.slice(0, rest.length - name.length));
    if (state && isCertain) return { state, zip };
  }
  return undefined;
}
