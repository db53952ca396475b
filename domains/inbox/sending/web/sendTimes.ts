import { fromDateTimeField, toDateTimeField } from "#core/web/time/wallTime.ts";

const minute = 60_000;
const hour = 60 * minute;

export interface SendTime {
  readonly name: string;
  readonly at: Date;
}

/** Suggested times: in an hour, this afternoon, tomorrow morning, and next Monday morning. */
export function suggestedTimes(now: Date, zone: string | undefined): SendTime[] {
  const today = toDateTimeField(now, zone);
  const timeOn = (days: number, time: string) => {
    const day = new Date(Date.parse(`${today.slice(0, 10)}T00:00:00Z`) + days * 24 * hour);
    return fromDateTimeField(`${day.toISOString().slice(0, 10)}T${time}`, zone) ?? now;
  };
  const weekday = new Date(`${today.slice(0, 10)}T00:00:00Z`).getUTCDay();
  const daysToMonday = (8 - weekday) % 7 || 7;
  const afternoon = timeOn(0, "17:00");
  return [
    { name: "In an hour", at: new Date(Math.ceil((now.getTime() + hour) / minute) * minute) },
    ...(afternoon.getTime() - now.getTime() > 90 * minute ? [{ name: "This afternoon", at: afternoon }] : []),
    { name: "Tomorrow", at: timeOn(1, "09:00") },
    ...(daysToMonday > 1 ? [{ name: "Monday", at: timeOn(daysToMonday, "09:00") }] : []),
  ];
}
