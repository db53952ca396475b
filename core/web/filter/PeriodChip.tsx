import { periodLabels, periods } from "#core/periods.ts";
import { useQueryChoice } from "../table/useQueryChoice.ts";
import { FilterChip } from "./FilterChip.tsx";

/** A list's period in the address; this month unless another is chosen. */
export const usePeriodFilter = () => useQueryChoice("period", periods, "month");

// This month comes first, as the chip's own.
const options = ["month" as const, ...periods.filter((period) => period !== "month")].map((value) => ({
  value,
  label: periodLabels[value],
}));

interface Props {
  value: string;
  onChange: (period: string) => void;
}

/** Chooses a list's period. */
export function PeriodChip({ value, onChange }: Props) {
  return <FilterChip label="Period" value={value} onChange={onChange} options={options} />;
}
