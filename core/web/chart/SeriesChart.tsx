import { useElementSize } from "@mantine/hooks";
import { scaleBand, scaleLinear } from "d3-scale";
import { area, curveMonotoneX, line } from "d3-shape";
import { type PointerEvent, useState } from "react";
import { countText } from "#core/count.ts";
import { ChartTable } from "./ChartTable.tsx";
import { type ChartLine, type ChartSeries, lineText } from "./chartSeries.ts";
import { LineOverBars } from "./LineOverBars.tsx";
import classes from "./SeriesChart.module.css";

interface Props {
  /** The chart's topic, for screen readers: "Leads and those serviced". */
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
