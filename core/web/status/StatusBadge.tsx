import type { ReactNode } from "react";
import type { Icon } from "../layout/screenDeclaration.ts";
import classes from "./StatusBadge.module.css";

/** Green: well. Amber: somebody should look. Red: it went wrong. Gray: nothing to do. Blue: at work. */
export type StatusTone = "green" | "amber" | "red" | "gray" | "blue";

interface Props {
  tone: StatusTone;
  icon: Icon;
  /** The state in a word or two: "No show". */
  children: ReactNode;
  title?: string;
}

/** A state as an icon and a word on a fill, because color alone says nothing to many. */
export function StatusBadge({ tone, icon: StatusIcon, children, title }: Props) {
  return (
    <span className={classes.badge} data-tone={tone} title={title}>
      <StatusIcon size={12} stroke={2} aria-hidden />
      <span className={classes.word}>{children}</span>
    </span>
  );
}

/** The same without a fill, for columns in which every row has one: only the icon is colored. */
export function StatusWord({ tone, icon: StatusIcon, children, title }: Props) {
  return (
    <span className={classes.plain} data-tone={tone} title={title}>
      <StatusIcon size={14} stroke={1.75} aria-hidden />
      <span className={classes.word}>{children}</span>
    </span>
  );
}
