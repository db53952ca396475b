import { NativeSelect } from "@mantine/core";
import { type Period, periodLabels, periods } from "#core/periods.ts";

interface Props<Extra extends string> {
  value: Period | Extra;
  onChange: (period: Period | Extra) => void;
  /** Further periods with their labels; listed first. */
  extra?: Record<Extra, string>;
  /** True: the further periods come last. */
  extraLast?: boolean;
}

/** Selects the period of a screen's figures. */
export function PeriodChoice<Extra extends string = never>({ value, onChange, extra, extraLast }: Props<Extra>) {
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
