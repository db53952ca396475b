import { useSearchParams } from "react-router";
import { dayOf, searchedDay } from "../rules.ts";
import { weekOf } from "./calendarEntries.ts";

export type CalendarSpan = "day" | "week";

/**
 * What a calendar shows, which lives in the address: `?view=calendar&day=2026-11-24&span=day`.
 *
 * @param first what it shows unless the address says otherwise; `onlyWeek` on a phone, where a day is a part of its list.
 */
export function useCalendarQuery(zone: string, first: CalendarSpan, onlyWeek = false) {
  const [address, setAddress] = useSearchParams();
  const today = dayOf(new Date(), zone);
  const day = searchedDay(address.get("day") ?? "", today) ?? today;
  const asked = address.get("span");
  const span: CalendarSpan = onlyWeek ? "week" : asked === "day" || asked === "week" ? asked : first;
  const change = (values: Record<string, string>) =>
    setAddress((now) => {
      const next = new URLSearchParams(now);
      for (const [name, value] of Object.entries(values)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      return next;
    });
  return {
    today,
    day,
    span,
    days: span === "day" ? [day] : weekOf(day),
    host: /^\d+$/.test(address.get("host") ?? "") ? (address.get("host") ?? "") : "",
    showDay: (next: string) => change({ day: next === today ? "" : next }),
    setSpan: (next: CalendarSpan) => change({ span: next === first ? "" : next }),
    openDay: (next: string) => change({ day: next, span: first === "day" ? "" : "day" }),
    setHost: (host: string) => change({ host }),
    /** The list of a day, where there are more than the calendar shows. */
    listDay: (next: string) => change({ view: "", q: next, day: "", span: "" }),
    /** @param receives who would receive the customer; omitted in the week. */
    createAt: (at: string, receives = "") => change({ create: "new", at, with: receives }),
  };
}

export type ShownCalendar = ReturnType<typeof useCalendarQuery>;
