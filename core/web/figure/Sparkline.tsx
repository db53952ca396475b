import classes from "./Sparkline.module.css";

const width = 120;
const height = 36;
/** Room for the line's thickness and the last point. */
const margin = 3;

/** The points of the line from left to right, the highest value at the top; flat at the bottom without any. */
export function sparklinePoints(values: readonly number[]): [x: number, y: number][] {
  const most = Math.max(...values, 1);
  const step = (width - 2 * margin) / Math.max(values.length - 1, 1);
  return values.map((value, index) => [
    margin + index * step,
    height - margin - (value / most) * (height - 2 * margin),
  ]);
}

/** A figure's course beside it, without axes. Decoration: the chart below has the values. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const points = sparklinePoints(values);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return null;
  const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  return (
    <svg className={classes.sparkline} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden>
      <polygon className={classes.area} points={`${first[0]},${height} ${line} ${last[0]},${height}`} />
      <polyline className={classes.line} points={line} />
      <circle className={classes.last} cx={last[0]} cy={last[1]} r={2.5} />
    </svg>
  );
}
