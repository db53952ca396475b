import { countText } from "#core/count.ts";
import type { FigureKey } from "../contract.ts";
import { definitions } from "../rules.ts";
import classes from "./Shares.module.css";

interface Props {
  /** Names the list for screen readers. */
  label: string;
  /** The value of 100 percent. */
  of: number;
  parts: { figure: FigureKey; value: number; percent?: number }[];
  onOpen: (figure: FigureKey) => void;
}

/** Figures as bars with their percentage of the whole. */
export function Shares({ label, of, parts, onOpen }: Props) {
  return (
    <ul className={classes.shares} aria-label={label}>
      {parts.map(({ figure, value, percent = of === 0 ? 0 : Math.round((100 * value) / of) }) => (
        <li key={figure}>
          <button
            type="button"
            className={classes.open}
            title={definitions[figure].description}
            onClick={() => onOpen(figure)}
          >
            <span>{definitions[figure].label}</span> <b>{countText(value)}</b> <span>{percent}%</span>
          </button>
          <div className={classes.bar} aria-hidden>
            <div style={{ width: `${Math.min(100, percent)}%` }} />
          </div>
        </li>
      ))}
    </ul>
  );
}
