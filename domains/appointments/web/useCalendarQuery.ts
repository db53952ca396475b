import { useSearchParams } from "react-router";
import { dayOf, searchedDay } from "../rules.ts";
import { weekOf } from "./calendarEntries.ts";

/** What the calendar shows, which lives in the address: `?view=calendar&day=2026-11-24&span=day`. */
export function useCalendarQuery(zone: string, isPhone: boolean) {
  const [address, setAddress] = useSearchParams();
  const today = dayOf(new Date(), zone);
  const day = searchedDay(address.get("day") ?? "", today) ?? today;
  const span: "day" | "week" = address.get("span") === "day" && !isPhone ? "day" : "week";
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
    setSpan: (next: "day" | "week") => change({ span: next === "day" ? "day" : "" }),
    openDay: (next: string) => change({ day: next, span: "day" }),
    setHost: (host: string) => change({ host }),
    /** The list of a day, where there are more than the calendar shows. */
    listDay: (next: string) => change({ view: "", q: next, day: "", span: "" }),
    createAt: (at: string) => change({ create: "new", at }),
  };
}
