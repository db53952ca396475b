import { Children, type ReactNode } from "react";
import classes from "./TileList.module.css";

interface Props {
  /** What the figures are about, for screen readers: "Headlines". */
  label: string;
  /** A frame of its own; without, it is part of a panel that has one. */
  isFramed?: boolean;
  children: ReactNode;
}

/** Figures side by side, ruled by lines; two in a row on a phone. */
export function TileList({ label, isFramed, children }: Props) {
  return (
    <ul className={classes.tiles} data-framed={isFramed || undefined} aria-label={label}>
      {Children.map(children, (tile) => (
        <li>{tile}</li>
      ))}
    </ul>
  );
}
