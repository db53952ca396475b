/** How a series is drawn: in a theme color, the second one dashed as well. */
export type SeriesTone = "first" | "second" | "third";

export interface ChartSeries {
  readonly name: string;
  readonly tone: SeriesTone;
  readonly values: readonly number[];
}
