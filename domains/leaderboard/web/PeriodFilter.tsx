import { PeriodChoice } from "#core/web/filter/PeriodChoice.tsx";
import { useQueryChoice } from "#core/web/table/useQueryChoice.ts";
import { type BoardPeriod, boardPeriods } from "../contract.ts";
import { boardPeriodLabels } from "../rules.ts";

/** The period in the URL's query; `first` is the default. */
export const useBoardPeriod = (first: BoardPeriod) => useQueryChoice("period", boardPeriods, first);

const { all, lastMonth } = boardPeriodLabels;

interface Props {
  value: BoardPeriod;
  onChange: (period: BoardPeriod) => void;
}

export function PeriodFilter({ value, onChange }: Props) {
  return <PeriodChoice value={value} onChange={onChange} extra={{ all, lastMonth }} />;
}
