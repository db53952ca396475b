import { NativeSelect } from "@mantine/core";
import { type Period, periodLabels, periods } from "#core/periods.ts";
import { useQueryChoice } from "../table/useTableQuery.ts";
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

interface PeriodChoiceProps<Extra extends string> {
  value: Period | Extra;
  onChange: (period: Period | Extra) => void;
  /** Further periods with their labels; listed first. */
  extra?: Record<Extra, string>;
  /** True: the further periods come last. */
  extraLast?: boolean;
}

/** Selects the period of a screen's figures. */
export function PeriodChoice<Extra extends string = never>({
  value,
  onChange,
  extra,
  extraLast,
}: PeriodChoiceProps<Extra>) {
  const labels = { ...extra, ...periodLabels } as Record<Period | Extra, string>;
  const extras = Object.keys(extra ?? {}) as Extra[];
  const choices = extraLast ? [...periods, ...extras] : [...extras, ...periods];
  return (
    <NativeSelect
      aria-label="Period"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Period | Extra)}
      data={choices.map((period) => ({ value: period, label: labels[period] }))}
    />
  );
}
