/** How a series is drawn; `rest`, hollow, has not happened yet. */
export type SeriesTone = "first" | "second" | "third" | "rest";

export interface ChartSeries {
  readonly name: string;
  readonly tone: SeriesTone;
  readonly values: readonly number[];
}
