import type { ReactNode } from "react";
import { countText } from "#core/count.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import type { FigureChange } from "#core/web/figure/change.ts";
import { ChangeText } from "#core/web/figure/Tile.tsx";
import type { FigureKey } from "../contract.ts";
import { definitions } from "../rules.ts";
import classes from "./Tiles.module.css";

interface Props {
  figure: FigureKey;
  /** What the strip calls it, where the figure's own label needs its chart's title. */
  label?: string;
  value: number;
  change?: FigureChange | undefined;
  onOpen: (figure: FigureKey) => void;
}

/** A figure of a strip with its change; it opens its rows. */
export function StripFigure({ figure, label = definitions[figure].label, value, change, onOpen }: Props) {
  const { description } = definitions[figure];
  const shown = countText(value);
  return (
    <StripItem label={label} info={description}>
      <button type="button" className={classes.value} aria-label={`${label}: ${shown}`} onClick={() => onOpen(figure)}>
        {shown}
      </button>
      {change && <ChangeText change={change} />}
    </StripItem>
  );
}

interface ItemProps {
  label: string;
  /** The definition, behind an (i). */
  info: string;
  children: ReactNode;
}

/** A label with its figures, between the lines of a strip. */
export function StripItem({ label, info, children }: ItemProps) {
  return (
    <li className={classes.contact}>
      <span className={classes.label}>
        {label} <InfoTooltip about={label}>{info}</InfoTooltip>
      </span>
      <span className={classes.figures}>{children}</span>
    </li>
  );
}
