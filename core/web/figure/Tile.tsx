import { Skeleton } from "@mantine/core";
import { IconArrowDownRight, IconArrowUpRight } from "@tabler/icons-react";
import { Children, type ReactNode } from "react";
import { Link } from "react-router";
import { InfoTooltip } from "../feedback/InfoTooltip.tsx";
import type { FigureChange } from "./change.ts";
import classes from "./Tile.module.css";

interface Props {
  label: string;
  /** The definition, behind an (i). */
  info?: ReactNode;
  /** As it is shown: "1,284", "4m 12s"; until it is known, a gray bar stands in its place. */
  figure?: string;
  change?: FigureChange | undefined;
  /** What it is compared with: "from 434". */
  comparison?: string;
  /** The rows behind the figure: a link, or a function that opens them. */
  to?: string;
  onOpen?: () => void;
  /** A small chart at the right. */
  children?: ReactNode;
}

/** One figure with its change. Colored by good or bad news, not by up or down. */
export function Tile({ label, info, figure, change, comparison, to, onOpen, children }: Props) {
  return (
    <div className={classes.tile}>
      <div className={classes.label}>
        {label}
        {info && <InfoTooltip about={label}>{info}</InfoTooltip>}
      </div>
      <div className={classes.figures}>
        <div>
          <Figure label={label} figure={figure} to={to} onOpen={onOpen} />
          {(change || comparison || figure === undefined) && (
            <div className={classes.compared}>
              {change && <ChangeText change={change} />}
              {comparison && <span>{comparison}</span>}
              {figure === undefined && <Skeleton width={96} height={12} my={4} />}
            </div>
          )}
        </div>
        {children}
      </div>
    </div>
  );
}

function Figure({ label, figure, to, onOpen }: Pick<Props, "label" | "figure" | "to" | "onOpen">) {
  if (figure === undefined) {
    return (
      <div className={classes.figure} data-coming>
        <Skeleton width={72} height="0.7em" />
      </div>
    );
  }
  const name = `${label}: ${figure}`;
  if (to) {
    return (
      <Link to={to} className={classes.figure} aria-label={name}>
        {figure}
      </Link>
    );
  }
  if (!onOpen) return <div className={classes.figure}>{figure}</div>;
  return (
    <button type="button" className={classes.figure} aria-label={name} onClick={onOpen}>
      {figure}
    </button>
  );
}

/** An arrow and the size of a change: "up 12%" to screen readers. */
export function ChangeText({ change: { direction, text, isGood } }: { change: FigureChange }) {
  const Arrow = direction === "up" ? IconArrowUpRight : IconArrowDownRight;
  return (
    <span className={classes.change} data-good={isGood}>
      <Arrow size={14} stroke={2} role="img" aria-label={direction} />
      {text}
    </span>
  );
}

interface TileListProps {
  /** What the figures are about, for screen readers: "Headlines". */
  label: string;
  /** A frame of its own; without, it is part of a panel that has one. */
  isFramed?: boolean;
  children: ReactNode;
}

/** Figures side by side, ruled by lines; two in a row on a phone. */
export function TileList({ label, isFramed, children }: TileListProps) {
  return (
    <ul className={classes.tiles} data-framed={isFramed || undefined} aria-label={label}>
      {Children.map(children, (tile) => (
        <li>{tile}</li>
      ))}
    </ul>
  );
}
