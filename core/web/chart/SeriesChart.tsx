import { Box } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { scaleBand, scaleLinear } from "d3-scale";
import { area, curveMonotoneX, line as drawLine, line } from "d3-shape";
import { type PointerEvent, useState } from "react";
import { countText } from "#core/count.ts";
import classes from "./SeriesChart.module.css";

interface Props {
  /** The chart's topic, for screen readers: "Leads and serviced leads". */
  label: string;
  /** The label of each value: "Nov 21", "9 AM". */
  categories: readonly string[];
  series: readonly ChartSeries[];
  /** Overlapping areas, grouped bars, or stacked bars. */
  kind: "areas" | "bars" | "stacked";
  line?: ChartLine;
  /** In pixels. */
  height?: number;
}

const margin = { top: 8, right: 8, bottom: 22, left: 36 };
/** The width of a line's own axis. */
const lineAxis = 34;

/** Series over time, also available as a table. */
export function SeriesChart({ label, categories, series, kind, line, height = 136 }: Props) {
  const { ref, width } = useElementSize();
  const [hovered, setHovered] = useState<number>();
  const right = line ? lineAxis : margin.right;
  const maximum = Math.max(1, ...categories.map((_, index) => topOf(series, index, kind)));
  const y = scaleLinear([0, maximum], [height - margin.bottom, margin.top]).nice(4);
  const x = scaleBand(
    categories.map((_, index) => index),
    [margin.left, Math.max(margin.left + 1, width - right)],
  ).paddingInner(kind === "areas" ? 0 : 0.25);
  const ticks = y.ticks(4).filter(Number.isInteger);
  const step = Math.ceil(categories.length / Math.max(2, Math.floor(width / 90)));
  const trackPointer = ({ nativeEvent }: PointerEvent) =>
    setHovered(
      Math.min(categories.length - 1, Math.max(0, Math.floor((nativeEvent.offsetX - margin.left) / x.step()))),
    );
  const visibleIndex = hovered !== undefined && hovered < categories.length ? hovered : undefined;

  return (
    <figure className={classes.figure}>
      <figcaption className={classes.legend}>
        {visibleIndex !== undefined && <span className={classes.at}>{categories[visibleIndex]}</span>}
        {series.map(({ name, tone, values }) => (
          <span key={name} className={classes.name}>
            <span className={classes.mark} data-tone={tone} />
            {name}
            {visibleIndex !== undefined && <b>{countText(values[visibleIndex] ?? 0)}</b>}
          </span>
        ))}
        {line && (
          <span className={classes.name}>
            <span className={classes.lineMark} data-tone="second" />
            {line.name}
            {visibleIndex !== undefined && <b>{lineText(line.values[visibleIndex])}</b>}
          </span>
        )}
      </figcaption>
      {/* As high before its width is known: nothing below it moves. */}
      <div ref={ref} style={{ minHeight: height }}>
        {width > 0 && (
          <svg
            role="img"
            aria-label={`${label}: ${series.map(({ name, values }) => `${name} ${sumOf(values)}`).join(", ")}`}
            width={width}
            height={height}
            onPointerMove={trackPointer}
            onPointerLeave={() => setHovered(undefined)}
          >
            {ticks.map((tick) => (
              <g key={tick} className={classes.tick}>
                <line x1={margin.left} x2={width - right} y1={y(tick)} y2={y(tick)} />
                <text x={margin.left - 6} y={y(tick)} dy="0.32em" textAnchor="end">
                  {countText(tick)}
                </text>
              </g>
            ))}
            {categories.map(
              (name, index) =>
                index % step === 0 && (
                  <text key={name} className={classes.day} x={middle(x, index)} y={height - 6} textAnchor="middle">
                    {name}
                  </text>
                ),
            )}
            {visibleIndex !== undefined && (
              <rect
                className={classes.pointed}
                x={x(visibleIndex)}
                width={x.bandwidth()}
                y={0}
                height={height - margin.bottom}
              />
            )}
            {kind === "areas" ? (
              <Areas series={series} x={x} y={y} />
            ) : (
              <Bars series={series} x={x} y={y} kind={kind} />
            )}
            {line && (
              <LineOverBars
                line={line}
                at={(index) => middle(x, index)}
                between={[height - margin.bottom, margin.top]}
                axisAt={width - right + 6}
              />
            )}
          </svg>
        )}
      </div>
      <ChartTable label={label} categories={categories} series={series} line={line} />
    </figure>
  );
}

type X = ReturnType<typeof scaleBand<number>>;
type Y = ReturnType<typeof scaleLinear<number, number>>;

const middle = (x: X, index: number) => (x(index) ?? 0) + x.bandwidth() / 2;
const sumOf = (values: readonly number[]) => countText(values.reduce((sum, value) => sum + value, 0));

function topOf(series: readonly ChartSeries[], index: number, kind: Props["kind"]): number {
  const values = series.map(({ values }) => values[index] ?? 0);
  return kind === "stacked" ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
}

function Areas({ series, x, y }: { series: readonly ChartSeries[]; x: X; y: Y }) {
  const across = (_: number, index: number) => middle(x, index);
  return series.map(({ name, tone, values }) => (
    <g key={name} data-tone={tone} className={classes.area}>
      <path
        className={classes.fill}
        d={
          area<number>()
            .x(across)
            .y0(y(0))
            .y1((value) => y(value))
            .curve(curveMonotoneX)([...values]) ?? ""
        }
      />
      <path
        className={classes.line}
        d={
          line<number>()
            .x(across)
            .y((value) => y(value))
            .curve(curveMonotoneX)([...values]) ?? ""
        }
      />
    </g>
  ));
}

/** One path for all bars of a series. */
function Bars({ series, x, y, kind }: { series: readonly ChartSeries[]; x: X; y: Y; kind: Props["kind"] }) {
  const isStacked = kind === "stacked";
  const width = isStacked ? x.bandwidth() : x.bandwidth() / series.length;
  return series.map(({ name, tone, values }, nth) => {
    const bars = values.map((value, index) => {
      const below = isStacked ? series.slice(0, nth).reduce((sum, one) => sum + (one.values[index] ?? 0), 0) : 0;
      const left = (x(index) ?? 0) + (isStacked ? 0 : nth * width);
      return value > 0 ? `M${left},${y(below)}V${y(below + value)}h${width}V${y(below)}Z` : "";
    });
    return <path key={name} data-tone={tone} className={classes.bars} d={bars.join("")} />;
  });
}

interface ChartTableProps {
  label: string;
  categories: readonly string[];
  series: readonly ChartSeries[];
  line?: ChartLine | undefined;
}

/** A chart's values as a table; it scrolls by keyboard too. */
function ChartTable({ label, categories, series, line }: ChartTableProps) {
  return (
    <details className={classes.details}>
      <summary>Show as a table</summary>
      <Box component="section" className={classes.scroll} aria-label={`${label}, as a table`} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">When</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              {line && <th scope="col">{line.name}</th>}
            </tr>
          </thead>
          <tbody>
            {categories.map((when, index) => (
              <tr key={when}>
                <th scope="row">{when}</th>
                {series.map(({ name, values }) => (
                  <td key={name}>{countText(values[index] ?? 0)}</td>
                ))}
                {line && <td>{lineText(line.values[index])}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
    </details>
  );
}

interface LineOverBarsProps {
  line: ChartLine;
  /** The middle of a value's place, in pixels. */
  at: (index: number) => number;
  /** Where the axis ends: at the bottom and at the top. */
  between: readonly [bottom: number, top: number];
  /** Where the axis is labeled. */
  axisAt: number;
}

/** A line with an axis of its own; it breaks where there is no value, and ends in a dot. */
function LineOverBars({ line: { values, most }, at, between, axisAt }: LineOverBarsProps) {
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

/** How a series is drawn; `rest`, hollow, has not happened yet. */
export type SeriesTone = "first" | "second" | "third" | "rest";

export interface ChartSeries {
  readonly name: string;
  readonly tone: SeriesTone;
  readonly values: readonly number[];
}

/** A line over bars, with an axis of its own at the right. */
interface ChartLine {
  readonly name: string;
  /** Null where there is nothing to show. */
  readonly values: readonly (number | null)[];
  /** The largest value there can be. */
  readonly most: number;
}

/** A value of a line, as the chart and its table show it. */
const lineText = (value: number | null | undefined): string => (value == null ? "–" : value.toFixed(1));
