import type { CSSProperties } from "react";
import classes from "./HostGrid.module.css";

interface Props {
  /** After the grid's first. */
  minutes: number;
}

const at = (minutes: number) => ({ "--from": minutes }) as CSSProperties;

/** The present time, as a line behind the entries. */
export function NowLine({ minutes }: Props) {
  return <div className={classes.now} style={at(minutes)} aria-hidden />;
}

/** What the clock shows, beside its line. */
export function NowTime({ minutes, time }: Props & { time: string }) {
  return (
    <span className={classes.nowTime} style={at(minutes)}>
      {time}
    </span>
  );
}
