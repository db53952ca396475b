import { useQueryFilter } from "#core/web/useQueryFilter.ts";
import { PeriodChoice } from "#domains/dashboard/web/public.tsx";
import { type BoardPeriod, boardPeriods } from "../contract.ts";
import { boardPeriodLabels } from "../rules.ts";

/** The period that a table is about, in the address's query; `first` when it says none. */
export function useBoardPeriod(first: BoardPeriod): [BoardPeriod, (period: BoardPeriod) => void] {
  const [asked, ask] = useQueryFilter("period");
  const period = boardPeriods.find((one) => one === asked) ?? first;
  return [period, (chosen) => ask(chosen === first ? "" : chosen)];
}

const { all, lastMonth } = boardPeriodLabels;

interface Props {
  value: BoardPeriod;
  onChange: (period: BoardPeriod) => void;
}

/** Chooses the period. */
export function PeriodFilter({ value, onChange }: Props) {
  return <PeriodChoice value={value} onChange={onChange} extra={{ all, lastMonth }} />;
}
