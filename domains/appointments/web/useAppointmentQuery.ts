import { useSearchParams } from "react-router";
import { useQueryChoice, useQueryFilter } from "#core/web/table/useTableQuery.ts";

/** `coming` is today's list, which continues with the days after. */
export type ShownPeriod = "coming" | "upcoming" | "past";

const periods: readonly ShownPeriod[] = ["coming", "upcoming", "past"];

/** The screen's filters, which live in the address: `?when=past&status=0&type=1&person=7`. */
export function useAppointmentQuery() {
  const [period, setPeriod] = useQueryChoice("when", periods, "coming");
  const [status, setStatus] = useQueryFilter("status");
  const [type, setType] = useQueryFilter("type");
  const [person, setPerson] = useQueryFilter("person");
  const [view, setView] = useQueryFilter("view");
  const [address] = useSearchParams();
  return {
    period,
    isCalendar: view === "calendar",
    setView: (next: "list" | "calendar") => setView(next === "calendar" ? next : ""),
    setPeriod,
    status: ["0", "1", "2"].includes(status) ? status : "",
    setStatus,
    type: ["0", "1"].includes(type) ? type : "",
    setType,
    person: /^\d+$/.test(person) ? person : "",
    setPerson,
    search: address.get("q") ?? "",
    /** Nothing is filtered or searched, and no page turned. */
    isWhole: !["status", "type", "person", "q", "page", "at"].some((name) => address.get(name)),
  };
}

export type AppointmentQuery = ReturnType<typeof useAppointmentQuery>;
