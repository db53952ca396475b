import { cutToLimit, type Segments, segmentRoom, segmentsOf, unitsIn } from "#core/smsCounter.ts";
import { fillVariables, type VariableName, type VariableValues, variableNames } from "#core/variables.ts";
import { withFooter } from "#domains/marketing/sender/rules.ts";

export type PartKind = "own" | "footer" | "name";

/** A piece of one segment, in percent of what that holds. */
export interface SegmentPiece {
  readonly kind: PartKind;
  readonly percent: number;
}

export interface SegmentParts {
  readonly segments: Segments;
  /** Units by kind. */
  readonly units: Readonly<Record<PartKind, number>>;
  /** What fills each segment, in order. */
  readonly pieces: readonly (readonly SegmentPiece[])[];
  /** Units beyond a single segment; 0 when it fits. */
  readonly over: number;
}

/** What a text costs with usual values, and with the longest ones. */
export interface ShownValues {
  readonly usual: VariableValues;
  readonly longest: VariableValues;
}

/** How a marketing text fills the segments that the carrier bills: own text, footer, and what the longest name adds. */
export function segmentParts(template: string, { usual, longest }: ShownValues): SegmentParts {
  const filled = fillVariables(template, longest);
  const whole = withFooter(filled);
  const segments = segmentsOf(whole);
  const { encoding } = segments;
  const full = unitsIn(filled.trimEnd(), encoding);
  const own = Math.min(unitsIn(fillVariables(template, usual).trimEnd(), encoding), full);
  const units = { own, footer: unitsIn(whole, encoding) - full, name: full - own };
  const single = segmentRoom({ encoding, count: 1 });
  const over = Math.max(0, unitsIn(whole, encoding) - single);
  return { segments, units, pieces: spreadOver(segments, units), over };
}

/** Lays the parts behind each other and cuts them where a segment ends. */
function spreadOver(segments: Segments, units: SegmentParts["units"]): SegmentPiece[][] {
  const room = segmentRoom(segments);
  const pieces: SegmentPiece[][] = Array.from({ length: Math.max(1, segments.count) }, () => []);
  let at = 0;
  for (const kind of ["own", "footer", "name"] as const) {
    let left = units[kind];
    while (left > 0) {
      // Characters that don't fit at a segment's end leave a unit free there; the last one takes what that adds up to.
      const index = Math.min(Math.floor(at / room), pieces.length - 1);
      const free = index === pieces.length - 1 ? left : Math.min(left, room - (at % room));
      pieces[index]?.push({ kind, percent: Math.min(100, (100 * free) / room) });
      at += free;
      left -= free;
    }
  }
  return pieces;
}

/** The variables that a text offers; last names alone greet no one. */
export const offeredVariables = (Object.keys(variableNames) as VariableName[]).filter((name) => name !== "last_name");

export interface Insertion {
  readonly text: string;
  /** The caret's position afterwards. */
  readonly caret: number;
}

/** Puts a variable in place of what is selected. @returns undefined when it doesn't fit; half a variable would be sent. */
export function insertVariable(text: string, from: number, to: number, name: string): Insertion | undefined {
  const piece = `%${name}%`;
  const inserted = `${text.slice(0, from)}${piece}${text.slice(to)}`;
  if (cutToLimit(inserted) !== inserted) return undefined;
  return { text: inserted, caret: from + piece.length };
}
