import { scaleLinear } from "d3-scale";
import { line as drawLine } from "d3-shape";
import { type ChartLine, lineText } from "./chartSeries.ts";
import classes from "./SeriesChart.module.css";

interface Props {
  line: ChartLine;
  /** The middle of a value's place, in pixels. */
  at: (index: number) => number;
  /** Where the axis ends: at the bottom and at the top. */
  between: readonly [bottom: number, top: number];
  /** Where the axis is labeled. */
  axisAt: number;
}

/** A line with an axis of its own; it breaks where there is no value, and ends in a dot. */
export function LineOverBars({ line: { values, most }, at, between, axisAt }: Props) {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  // Half a step of room below the least value, so that the line never lies on the axis.
  const y = scaleLinear([Math.max(0, Math.floor(Math.min(...known) * 2) / 2 - 0.5), most], between);
  const path = drawLine<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => at(index))
    .y((value) => y(value ?? 0));
  const last = values.findLastIndex((value) => value !== null);
  return (
    <g data-tone="second" className={classes.over}>
      {y.ticks(3).map((tick) => (
        <text key={tick} className={classes.day} x={axisAt} y={y(tick)} dy="0.32em">
          {lineText(tick)}
        </text>
      ))}
      <path d={path([...values]) ?? ""} />
      <circle cx={at(last)} cy={y(values[last] ?? 0)} r={4.5} />
    </g>
  );
}
