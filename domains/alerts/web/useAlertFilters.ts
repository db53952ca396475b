import { type Period, periods } from "#core/periods.ts";
import { useQueryFilter } from "#core/web/table/useQueryFilter.ts";
import { type AlertKind, alertKinds } from "../contract.ts";

/** The alert filters in the URL's query; the default is this month's open alerts. */
export function useAlertFilters() {
  const [show, setShow] = useQueryFilter("show");
  const [kind, setKind] = useQueryFilter("kind");
  const [period, setPeriod] = useQueryFilter("period");
  return {
    show: show === "all" ? "all" : "open",
    kind: alertKinds.includes(kind as AlertKind) ? (kind as AlertKind) : "",
    period: periods.includes(period as Period) ? (period as Period) : "month",
    setShow: (value: string) => setShow(value === "open" ? "" : value),
    setKind,
    setPeriod: (value: Period) => setPeriod(value === "month" ? "" : value),
  } as const;
}
