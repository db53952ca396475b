import { isTimeZone } from "./timeZones.ts";
import { isZone } from "./wallTime.ts";

/** One option of the time zone select. */
export interface ZoneOption {
  /** From 1, in the order of the list. */
  readonly id: number;
  /** The offset in it is the zone's standard time of years ago: never compute with it. */
  readonly label: string;
  /** IANA name. */
  readonly zone: string;
}

const labels: readonly (readonly [label: string, zone: string])[] = [
  ["(GMT-12:00) International Date Line West", "Etc/GMT+12"],
  ["(GMT-11:00) Midway Island, Samoa", "Pacific/Pago_Pago"],
  ["(GMT-10:00) Hawaii", "Pacific/Honolulu"],
  ["(GMT-09:00) Alaska", "America/Anchorage"],
  ["(GMT-08:00) Pacific Time (US & Canada)", "America/Los_Angeles"],
  ["(GMT-08:00) Tijuana, Baja California", "America/Tijuana"],
  ["(GMT-07:00) Arizona", "America/Phoenix"],
  ["(GMT-07:00) Chihuahua, La Paz, Mazatlan", "America/Mazatlan"],
  ["(GMT-07:00) Mountain Time (US & Canada)", "America/Denver"],
  ["(GMT-06:00) Central America", "America/Guatemala"],
  ["(GMT-06:00) Central Time (US & Canada)", "America/Chicago"],
  ["(GMT-06:00) Guadalajara, Mexico City, Monterrey", "America/Mexico_City"],
  ["(GMT-06:00) Saskatchewan", "America/Regina"],
  ["(GMT-05:00) Bogota, Lima, Quito, Rio Branco", "America/Bogota"],
  ["(GMT-05:00) Eastern Time (US & Canada)", "America/New_York"],
  ["(GMT-05:00) Indiana (East)", "America/Indiana/Indianapolis"],
  ["(GMT-04:00) Atlantic Time (Canada)", "America/Halifax"],
  ["(GMT-04:00) Caracas, La Paz", "America/Caracas"],
  ["(GMT-04:00) Manaus", "America/Manaus"],
  ["(GMT-04:00) Santiago", "America/Santiago"],
  ["(GMT-03:30) Newfoundland", "America/St_Johns"],
  ["(GMT-03:00) Brasilia", "America/Sao_Paulo"],
  ["(GMT-03:00) Buenos Aires, Georgetown", "America/Argentina/Buenos_Aires"],
  ["(GMT-03:00) Greenland", "America/Nuuk"],
  ["(GMT-03:00) Montevideo", "America/Montevideo"],
  ["(GMT-02:00) Mid-Atlantic", "Atlantic/South_Georgia"],
  ["(GMT-01:00) Cape Verde Is.", "Atlantic/Cape_Verde"],
  ["(GMT-01:00) Azores", "Atlantic/Azores"],
  ["(GMT+00:00) Casablanca, Monrovia, Reykjavik", "Atlantic/Reykjavik"],
  ["(GMT+00:00) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London", "Europe/London"],
  ["(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Berlin"],
  ["(GMT+01:00) Belgrade, Bratislava, Budapest, Ljubljana, Prague", "Europe/Budapest"],
  ["(GMT+01:00) Brussels, Copenhagen, Madrid, Paris", "Europe/Paris"],
  ["(GMT+01:00) Sarajevo, Skopje, Warsaw, Zagreb", "Europe/Warsaw"],
  ["(GMT+01:00) West Central Africa", "Africa/Lagos"],
  ["(GMT+02:00) Amman", "Asia/Amman"],
  ["(GMT+02:00) Athens, Bucharest, Istanbul", "Europe/Athens"],
  ["(GMT+02:00) Beirut", "Asia/Beirut"],
  ["(GMT+02:00) Cairo", "Africa/Cairo"],
  ["(GMT+02:00) Harare, Pretoria", "Africa/Johannesburg"],
  ["(GMT+02:00) Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius", "Europe/Helsinki"],
  ["(GMT+02:00) Jerusalem", "Asia/Jerusalem"],
  ["(GMT+02:00) Minsk", "Europe/Minsk"],
  ["(GMT+02:00) Windhoek", "Africa/Windhoek"],
  ["(GMT+03:00) Kuwait, Riyadh, Baghdad", "Asia/Riyadh"],
  ["(GMT+03:00) Moscow, St. Petersburg, Volgograd", "Europe/Moscow"],
  ["(GMT+03:00) Nairobi", "Africa/Nairobi"],
  ["(GMT+03:00) Tbilisi", "Asia/Tbilisi"],
  ["(GMT+03:30) Tehran", "Asia/Tehran"],
  ["(GMT+04:00) Abu Dhabi, Muscat", "Asia/Dubai"],
  ["(GMT+04:00) Baku", "Asia/Baku"],
  ["(GMT+04:00) Yerevan", "Asia/Yerevan"],
  ["(GMT+04:30) Kabul", "Asia/Kabul"],
  ["(GMT+05:00) Yekaterinburg", "Asia/Yekaterinburg"],
  ["(GMT+05:00) Islamabad, Karachi, Tashkent", "Asia/Karachi"],
  ["(GMT+05:30) Sri Jayawardenapura", "Asia/Colombo"],
  ["(GMT+05:30) Chennai, Kolkata, Mumbai, New Delhi", "Asia/Kolkata"],
  ["(GMT+05:45) Kathmandu", "Asia/Kathmandu"],
  ["(GMT+06:00) Almaty, Novosibirsk", "Asia/Almaty"],
  ["(GMT+06:00) Astana, Dhaka", "Asia/Dhaka"],
  ["(GMT+06:30) Yangon (Rangoon)", "Asia/Yangon"],
  ["(GMT+07:00) Bangkok, Hanoi, Jakarta", "Asia/Bangkok"],
  ["(GMT+07:00) Krasnoyarsk", "Asia/Krasnoyarsk"],
  ["(GMT+08:00) Beijing, Chongqing, Hong Kong, Urumqi", "Asia/Shanghai"],
  ["(GMT+08:00) Kuala Lumpur, Singapore", "Asia/Singapore"],
  ["(GMT+08:00) Irkutsk, Ulaan Bataar", "Asia/Irkutsk"],
  ["(GMT+08:00) Perth", "Australia/Perth"],
  ["(GMT+08:00) Taipei", "Asia/Taipei"],
  ["(GMT+09:00) Osaka, Sapporo, Tokyo", "Asia/Tokyo"],
  ["(GMT+09:00) Seoul", "Asia/Seoul"],
  ["(GMT+09:00) Yakutsk", "Asia/Yakutsk"],
  ["(GMT+09:30) Adelaide", "Australia/Adelaide"],
  ["(GMT+09:30) Darwin", "Australia/Darwin"],
  ["(GMT+10:00) Brisbane", "Australia/Brisbane"],
  ["(GMT+10:00) Canberra, Melbourne, Sydney", "Australia/Sydney"],
  ["(GMT+10:00) Hobart", "Australia/Hobart"],
  ["(GMT+10:00) Guam, Port Moresby", "Pacific/Guam"],
  ["(GMT+10:00) Vladivostok", "Asia/Vladivostok"],
  ["(GMT+11:00) Magadan, Solomon Is., New Caledonia", "Pacific/Guadalcanal"],
  ["(GMT+12:00) Auckland, Wellington", "Pacific/Auckland"],
  ["(GMT+12:00) Fiji, Kamchatka, Marshall Is.", "Pacific/Fiji"],
  ["(GMT+13:00) Nuku'alofa", "Pacific/Tongatapu"],
];

/** The options of the time zone select, besides the blank one, which means the location's own zone. */
export const zoneOptions: readonly ZoneOption[] = labels.map(([label, zone], index) => ({
  id: index + 1,
  label,
  zone,
}));

/** The offset that a label names, in minutes. */
export function labelOffset({ label }: Pick<ZoneOption, "label">): number {
  return offsetInMinutes(label.slice(4, 10)) ?? 0;
}

/** `-5`, `+05:30`, `-0800` → minutes; undefined for anything else. */
function offsetInMinutes(text: string): number | undefined {
  const parts = /^([+-]?)(\d{1,2})(?::?(\d\d))?$/.exec(text);
  if (!parts || Number(parts[2]) > 14) return undefined;
  return (parts[1] === "-" ? -1 : 1) * (60 * Number(parts[2]) + Number(parts[3] ?? 0)) || 0;
}

/**
 * Reads what a form sends for the select: a label, its number, an IANA name or a bare offset such as `-5` or `-05:00`,
 * which means the first option of the US with that offset, or else the first one.
 *
 * @returns "" for the blank option, undefined for something else.
 */
export function parseZoneOption(value: string): { readonly label: string; readonly zone: string } | "" | undefined {
  const text = value.trim();
  if (text === "") return "";
  const named = zoneOptions.find(({ id, label, zone }) => String(id) === text || label === text || zone === text);
  if (named) return { label: named.label, zone: named.zone };
  const offset = offsetInMinutes(text);
  const sameOffset = offset === undefined ? [] : zoneOptions.filter((option) => labelOffset(option) === offset);
  const chosen = sameOffset.find(({ zone }) => isTimeZone(zone)) ?? sameOffset[0];
  if (chosen) return { label: chosen.label, zone: chosen.zone };
  return text.includes("/") && isZone(text) ? { label: text, zone: text } : undefined;
}
