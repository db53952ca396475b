/** How a series is drawn: in a theme color, the second one dashed as well. */
export type Tone = "first" | "second" | "third";

export interface Series {
  readonly name: string;
  readonly tone: Tone;
  readonly values: readonly number[];
}
