/** Stars with one decimal; a dash for no rating. */
export const ratingText = (average: number | null) => (average === null ? "–" : average.toFixed(1));
