import { usePeriodFilter } from "#core/web/filter/PeriodChip.tsx";
import { useQueryChoice } from "#core/web/table/useQueryChoice.ts";
import { alertKinds } from "../contract.ts";

/** The alert filters in the URL's query; the default is this month's open alerts. */
export function useAlertFilters() {
  const [show, setShow] = useQueryChoice("show", ["all"], "open");
  const [kind, setKind] = useQueryChoice("kind", alertKinds, "");
  const [period, setPeriod] = usePeriodFilter();
  return { show, kind, period, setShow, setKind, setPeriod };
}
