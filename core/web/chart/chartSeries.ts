/** How a series is drawn; `rest`, hollow, has not happened yet. */
export type SeriesTone = "first" | "second" | "third" | "rest";

export interface ChartSeries {
  readonly name: string;
  readonly tone: SeriesTone;
  readonly values: readonly number[];
}

/** A line over bars, with an axis of its own at the right. */
export interface ChartLine {
  readonly name: string;
  /** Null where there is nothing to show. */
  readonly values: readonly (number | null)[];
  /** The largest value there can be. */
  readonly most: number;
}

/** A value of a line, as the chart and its table show it. */
export const lineText = (value: number | null | undefined): string => (value == null ? "–" : value.toFixed(1));
