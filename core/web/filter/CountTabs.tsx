import { VisuallyHidden } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import { useId } from "react";
import { countText } from "#core/count.ts";
import classes from "./CountTabs.module.css";

interface Choice<V extends string> {
  value: V;
  label: string;
  /** How many rows it would show; left out while unknown. */
  count?: number | undefined;
  /** Shown when the pointer rests on it: its key. */
  hint?: string;
  icon?: Icon;
}

interface Props<V extends string> {
  /** What is filtered, for screen readers: "Appointments by time". */
  label: string;
  choices: readonly Choice<V>[];
  value: V;
  onChange: (value: V) => void;
  /** True: as wide as its place. */
  fill?: boolean;
  /** True: only screen readers get the words. */
  iconsOnly?: boolean;
}

/** A segmented filter whose choices have counts. A radio group, so arrow keys move the choice. */
export function CountTabs<V extends string>({ label, choices, value, onChange, fill, iconsOnly }: Props<V>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classes.segments}
      data-fill={fill || undefined}
      data-icons={iconsOnly || undefined}
    >
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={classes.segment}
          title={choice.hint}
          data-chosen={choice.value === value || undefined}
        >
          <input
            type="radio"
            name={name}
            className={classes.input}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.icon && <choice.icon size={iconsOnly ? 18 : 16} stroke={1.75} aria-hidden />}
          {iconsOnly ? <VisuallyHidden>{choice.label}</VisuallyHidden> : <span>{choice.label}</span>}
          {choice.count !== undefined && <span className={classes.count}>{countText(choice.count)}</span>}
        </label>
      ))}
    </div>
  );
}
