import { SeriesChart } from "#core/web/chart/SeriesChart.tsx";
import type { ReviewAnalytics } from "../contract.ts";
import { analyticsTexts as texts } from "./texts.ts";

const names = new Intl.DateTimeFormat("en-US", { month: "short", year: "2-digit", timeZone: "UTC" });

/** `Nov ’26` of `2026-11`. */
const monthName = (month: string) => names.format(new Date(`${month}-01T00:00:00Z`)).replace(" ", " ’");

/** A year's reviews by month as bars, and their average as a line. */
export const MonthsChart = ({ months }: Pick<ReviewAnalytics, "months">) => (
  <SeriesChart
    label={texts.byMonth}
    kind="bars"
    height={272}
    categories={months.map(({ month }) => monthName(month))}
    series={[{ name: texts.reviewsAMonth, tone: "first", values: months.map(({ reviews }) => reviews) }]}
    line={{ name: texts.average, values: months.map(({ average }) => average), most: 5 }}
  />
);
