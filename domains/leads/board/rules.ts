/** A card's place in its column: what it is ordered by, and its id. */
export interface CardPosition {
  readonly value: number;
  readonly id: number;
}

/** A position as a cursor: `1790000000000000.12`. */
export const cursorOf = ({ value, id }: CardPosition): string => `${value}.${id}`;

/** The position that a cursor names; undefined for one that this didn't make. */
export function positionOf(cursor: string): CardPosition | undefined {
  const [, value, id] = /^(\d{1,16})\.(\d{1,16})$/.exec(cursor) ?? [];
  const position = { value: Number(value), id: Number(id) };
  return Number.isSafeInteger(position.value) && Number.isSafeInteger(position.id) ? position : undefined;
}

/** The date on which a day's month began: `2026-11-28` → `2026-11-01`. */
export const monthStart = (date: string): string => `${date.slice(0, 7)}-01`;
