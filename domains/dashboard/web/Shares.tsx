import { countText } from "#core/count.ts";
import type { FigureKey } from "../contract.ts";
import { definitions, percentOf } from "../rules.ts";
import classes from "./Shares.module.css";

interface Props {
  /** Names the list for screen readers. */
  label: string;
  /** The value of 100 percent. */
  of: number;
  parts: { figure: FigureKey; value: number }[];
  /** Not a part of the list above it. */
  isApart?: boolean;
  onOpen: (figure: FigureKey) => void;
}

/** Figures as bars with their percentage of the whole. */
export function Shares({ label, of, parts, isApart = false, onOpen }: Props) {
  return (
    <ul className={classes.shares} data-apart={isApart || undefined} aria-label={label}>
      {parts.map(({ figure, value }) => (
        <li key={figure}>
          <button
            type="button"
            className={classes.open}
            title={definitions[figure].description}
            onClick={() => onOpen(figure)}
          >
            <span>{definitions[figure].label}</span> <b>{countText(value)}</b> <span>{percentOf(value, of)}%</span>
          </button>
          <div className={classes.bar} aria-hidden>
            <div style={{ width: `${percentOf(value, of)}%` }} />
          </div>
        </li>
      ))}
    </ul>
  );
}
