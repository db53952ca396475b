import { PeriodChoice } from "#core/web/filter/PeriodChoice.tsx";
import { useQueryFilter } from "#core/web/table/useQueryFilter.ts";
import { type BoardPeriod, boardPeriods } from "../contract.ts";
import { boardPeriodLabels } from "../rules.ts";

/** The period in the URL's query; `first` is the default. */
export function useBoardPeriod(first: BoardPeriod): [BoardPeriod, (period: BoardPeriod) => void] {
  const [param, setParam] = useQueryFilter("period");
  const period = boardPeriods.find((one) => one === param) ?? first;
  return [period, (chosen) => setParam(chosen === first ? "" : chosen)];
}

const { all, lastMonth } = boardPeriodLabels;

interface Props {
  value: BoardPeriod;
  onChange: (period: BoardPeriod) => void;
}

export function PeriodFilter({ value, onChange }: Props) {
  return <PeriodChoice value={value} onChange={onChange} extra={{ all, lastMonth }} />;
}
