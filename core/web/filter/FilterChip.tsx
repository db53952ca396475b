import { IconChevronDown } from "@tabler/icons-react";
import classes from "./FilterChip.module.css";

interface Props {
  /** What it filters: "Status". */
  label: string;
  value: string;
  /** The first one stands for no filter: "Any". */
  options: readonly { value: string; label: string; disabled?: boolean }[];
  onChange: (value: string) => void;
  disabled?: boolean;
}

/** A filter as a chip: its name, and what is chosen in a list. Filled while it filters. */
export function FilterChip({ label, value, options, onChange, disabled }: Props) {
  const isSet = value !== (options[0]?.value ?? "");
  return (
    <label className={classes.chip} data-set={isSet || undefined} data-disabled={disabled || undefined}>
      <span className={classes.label}>{label}</span>
      <select
        className={classes.select}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <IconChevronDown size={14} className={classes.chevron} aria-hidden />
    </label>
  );
}
