import { countText } from "#core/count.ts";
import { changeOf, type FigureChange } from "#core/web/figure/change.ts";
import { boardTexts } from "./texts.ts";

/** A tile's figure beside that of the period before; null when there is none. */
export function comparedWith(now: number, before: number | null): { change?: FigureChange; comparison?: string } {
  if (before === null) return {};
  const change = changeOf(now, before, "up");
  return change
    ? { change, comparison: boardTexts.from(countText(before)) }
    : { comparison: boardTexts.sameAs(countText(before)) };
}
