import windowsIana from "windows-iana";
import { isZone } from "#core/wallTime.ts";
import { readOffset } from "./calendarValues.ts";

/**
 * The IANA zone that a calendar's name for one means: IANA's own, also behind a program's prefix, Windows' and the ones
 * that Outlook shows. Undefined for a name that nobody knows.
 */
export function zoneOfName(written: string): string | undefined {
  const name = bareZoneName(written);
  if (name === "") return undefined;
  // An offset is a zone to JavaScript, but not one that has summers.
  if (/^[\w+/-]+$/.test(name) && !/^[+-]/.test(name) && isZone(name)) return name;
  if (/^(z|utc|gmt|tzone:\/\/microsoft\/utc)$/i.test(name)) return "UTC";
  return (
    windowsZone(name) ??
    displayedZone(name) ??
    prefixedZone(name) ??
    respelledZone(name) ??
    abbreviations.get(name.toUpperCase())
  );
}

/** A name without quotation marks and escapes around or in it. */
export const bareZoneName = (written: string): string =>
  written
    .trim()
    .replace(/^["']+|["']+$/g, "")
    .replace(/\\([,;\\])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();

/** `GMT-0500`, `UTC+05:30`: a zone without summers, in milliseconds; undefined for any other name. */
export function offsetOfName(written: string): number | undefined {
  const [, sign = "", hours = "", minutes = "00"] =
    /^\(?(?:GMT|UTC)? ?([+-])(\d\d?)(?::?(\d\d))?\)?$/i.exec(bareZoneName(written)) ?? [];
  return hours === "" ? undefined : readOffset(`${sign}${hours.padStart(2, "0")}${minutes}`);
}

/** By Windows' name in any case, and with the number that Outlook puts behind a changed one. */
const windowsZone = (name: string) => {
  const bare = name.replace(/ \d{1,2}$/, "");
  const known = [name, bare, windowsNames.get(bare.toLowerCase()) ?? ""];
  return known.flatMap((one) => windowsIana.findIana(one)).find((zone) => isZone(zone));
};

const windowsNames = new Map(
  Intl.supportedValuesOf("timeZone")
    .flatMap((zone) => windowsIana.findWindows(zone))
    .map((name) => [name.toLowerCase(), name] as const),
);

/** `America/New York`, `America-New_York`, `US-Eastern`, `America/New_York-2026`. */
function respelledZone(name: string): string | undefined {
  const joined = name.replaceAll(" ", "_");
  return [joined, joined.replace("-", "/"), joined.replace(/[-_(]+\d+\)?$/, "")].find(
    (zone) => /^[A-Z][A-Za-z]+\/[\w+/-]+$/.test(zone) && isZone(zone),
  );
}

/** `/freeassociation.sourceforge.net/America/New_York`, `/mozilla.org/20050126_1/America/Indiana/Knox`. */
function prefixedZone(name: string): string | undefined {
  const parts = name.split("/").filter((part) => part !== "");
  return [3, 2]
    .filter((length) => parts.length > length || (parts.length === length && name.startsWith("/")))
    .map((length) => parts.slice(-length).join("/"))
    .find((zone) => /^[A-Z][\w+/-]+$/.test(zone) && isZone(zone));
}

/** "(UTC-05:00) Eastern Time (US & Canada)", with any offset and also without one. */
function displayedZone(name: string): string | undefined {
  const label = keyOf(name.replace(/^\((?:UTC|GMT)[^)]*\)\s*/i, "").replace(/^(?:UTC|GMT)\s*[+-]\d\d?:?\d\d\s*/i, ""));
  const windows = displayed.get(label) ?? (label === "" ? undefined : displayed.get(label.replace(/ \(.*$/, "")));
  return windows && windowsZone(windows);
}

const keyOf = (label: string) =>
  label
    .toLowerCase()
    .replace(/&amp;/g, "&")
    .replace(/[\s,]+/g, " ")
    .trim();

const abbreviations = new Map([
  ["EDT", "America/New_York"],
  ["CST", "America/Chicago"],
  ["CDT", "America/Chicago"],
  ["MDT", "America/Denver"],
  ["PST", "America/Los_Angeles"],
  ["PDT", "America/Los_Angeles"],
  ["AKST", "America/Anchorage"],
  ["AKDT", "America/Anchorage"],
  ["EASTERN", "America/New_York"],
  ["CENTRAL", "America/Chicago"],
  ["MOUNTAIN", "America/Denver"],
  ["PACIFIC", "America/Los_Angeles"],
]);

/** What Outlook and Windows show for a zone, by Windows' name of it. */
const labels: Readonly<Record<string, string>> = {
  "Dateline Standard Time": "International Date Line West",
  "Aleutian Standard Time": "Aleutian Islands",
  "Hawaiian Standard Time": "Hawaii",
  "Marquesas Standard Time": "Marquesas Islands",
  "Alaskan Standard Time": "Alaska; Alaska Time",
  "Pacific Standard Time":
    "Pacific Time (US & Canada); Pacific Time (US and Canada); Pacific Time; Pacific Daylight Time",
  "Pacific Standard Time (Mexico)": "Baja California; Tijuana, Baja California",
  "Mountain Standard Time":
    "Mountain Time (US & Canada); Mountain Time (US and Canada); Mountain Time; Mountain Daylight Time",
  "Mountain Standard Time (Mexico)": "La Paz, Mazatlan; Chihuahua, La Paz, Mazatlan",
  "US Mountain Standard Time": "Arizona",
  "Central Standard Time":
    "Central Time (US & Canada); Central Time (US and Canada); Central Time; Central Daylight Time",
  "Central Standard Time (Mexico)": "Guadalajara, Mexico City, Monterrey",
  "Central America Standard Time": "Central America",
  "Canada Central Standard Time": "Saskatchewan",
  "Easter Island Standard Time": "Easter Island",
  "Eastern Standard Time":
    "Eastern Time (US & Canada); Eastern Time (US and Canada); Eastern Time; Eastern Daylight Time",
  "Eastern Standard Time (Mexico)": "Chetumal",
  "US Eastern Standard Time": "Indiana (East)",
  "SA Pacific Standard Time": "Bogota, Lima, Quito, Rio Branco; Bogota, Lima, Quito",
  "Haiti Standard Time": "Haiti",
  "Cuba Standard Time": "Havana",
  "Turks And Caicos Standard Time": "Turks and Caicos",
  "Atlantic Standard Time": "Atlantic Time (Canada); Atlantic Time",
  "Venezuela Standard Time": "Caracas",
  "SA Western Standard Time": "Georgetown, La Paz, Manaus, San Juan",
  "Central Brazilian Standard Time": "Cuiaba",
  "Pacific SA Standard Time": "Santiago",
  "Paraguay Standard Time": "Asuncion",
  "Newfoundland Standard Time": "Newfoundland",
  "E. South America Standard Time": "Brasilia",
  "SA Eastern Standard Time": "Cayenne, Fortaleza",
  "Argentina Standard Time": "City of Buenos Aires; Buenos Aires",
  "Greenland Standard Time": "Greenland",
  "Montevideo Standard Time": "Montevideo",
  "Azores Standard Time": "Azores",
  "Cape Verde Standard Time": "Cabo Verde Is.; Cape Verde Is.",
  UTC: "Coordinated Universal Time; Coordinated Universal Time-00",
  "GMT Standard Time": "Dublin, Edinburgh, Lisbon, London; Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London",
  "Greenwich Standard Time": "Monrovia, Reykjavik",
  "Morocco Standard Time": "Casablanca",
  "W. Europe Standard Time": "Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna",
  "Central Europe Standard Time": "Belgrade, Bratislava, Budapest, Ljubljana, Prague",
  "Romance Standard Time": "Brussels, Copenhagen, Madrid, Paris",
  "Central European Standard Time": "Sarajevo, Skopje, Warsaw, Zagreb",
  "W. Central Africa Standard Time": "West Central Africa",
  "GTB Standard Time": "Athens, Bucharest; Athens, Bucharest, Istanbul",
  "Middle East Standard Time": "Beirut",
  "Egypt Standard Time": "Cairo",
  "South Africa Standard Time": "Harare, Pretoria",
  "FLE Standard Time": "Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius; Helsinki, Kiev, Riga, Sofia, Tallinn, Vilnius",
  "Israel Standard Time": "Jerusalem",
  "Jordan Standard Time": "Amman",
  "Turkey Standard Time": "Istanbul",
  "Arabic Standard Time": "Baghdad",
  "Arab Standard Time": "Kuwait, Riyadh",
  "Belarus Standard Time": "Minsk",
  "Russian Standard Time": "Moscow, St. Petersburg; Moscow, St. Petersburg, Volgograd",
  "E. Africa Standard Time": "Nairobi",
  "Iran Standard Time": "Tehran",
  "Arabian Standard Time": "Abu Dhabi, Muscat",
  "Azerbaijan Standard Time": "Baku",
  "Georgian Standard Time": "Tbilisi",
  "Caucasus Standard Time": "Yerevan",
  "Afghanistan Standard Time": "Kabul",
  "West Asia Standard Time": "Ashgabat, Tashkent",
  "Ekaterinburg Standard Time": "Ekaterinburg",
  "Pakistan Standard Time": "Islamabad, Karachi",
  "India Standard Time": "Chennai, Kolkata, Mumbai, New Delhi",
  "Sri Lanka Standard Time": "Sri Jayawardenepura",
  "Nepal Standard Time": "Kathmandu",
  "Central Asia Standard Time": "Astana; Bishkek",
  "Bangladesh Standard Time": "Dhaka",
  "Myanmar Standard Time": "Yangon (Rangoon)",
  "SE Asia Standard Time": "Bangkok, Hanoi, Jakarta",
  "China Standard Time": "Beijing, Chongqing, Hong Kong, Urumqi",
  "Singapore Standard Time": "Kuala Lumpur, Singapore",
  "W. Australia Standard Time": "Perth",
  "Taipei Standard Time": "Taipei",
  "Tokyo Standard Time": "Osaka, Sapporo, Tokyo",
  "Korea Standard Time": "Seoul",
  "Cen. Australia Standard Time": "Adelaide",
  "AUS Central Standard Time": "Darwin",
  "E. Australia Standard Time": "Brisbane",
  "AUS Eastern Standard Time": "Canberra, Melbourne, Sydney",
  "West Pacific Standard Time": "Guam, Port Moresby",
  "Tasmania Standard Time": "Hobart",
  "Central Pacific Standard Time": "Solomon Is., New Caledonia",
  "New Zealand Standard Time": "Auckland, Wellington",
  "Fiji Standard Time": "Fiji",
  "Tonga Standard Time": "Nuku'alofa",
  "Samoa Standard Time": "Samoa",
};

const displayed = new Map(
  Object.entries(labels).flatMap(([windows, all]) => all.split("; ").map((label) => [keyOf(label), windows] as const)),
);
