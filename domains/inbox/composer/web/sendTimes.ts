import { fieldOf, instantOf } from "#core/web/wallTime.ts";

const aMinute = 60_000;
const anHour = 60 * aMinute;

export interface SendTime {
  readonly name: string;
  readonly at: Date;
}

/** The times that are offered first: in an hour, this afternoon, tomorrow morning, and next week's first morning. */
export function offeredTimes(now: Date, zone: string | undefined): SendTime[] {
  const today = fieldOf(now, zone);
  const on = (days: number, time: string) => {
    const day = new Date(Date.parse(`${today.slice(0, 10)}T00:00:00Z`) + days * 24 * anHour);
    return instantOf(`${day.toISOString().slice(0, 10)}T${time}`, zone) ?? now;
  };
  const weekday = new Date(`${today.slice(0, 10)}T00:00:00Z`).getUTCDay();
  const toMonday = (8 - weekday) % 7 || 7;
  const afternoon = on(0, "17:00");
  return [
    { name: "In an hour", at: new Date(Math.ceil((now.getTime() + anHour) / aMinute) * aMinute) },
    ...(afternoon.getTime() - now.getTime() > 90 * aMinute ? [{ name: "This afternoon", at: afternoon }] : []),
    { name: "Tomorrow", at: on(1, "09:00") },
    ...(toMonday > 1 ? [{ name: "Monday", at: on(toMonday, "09:00") }] : []),
  ];
}
