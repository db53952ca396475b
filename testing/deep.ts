/** Whether this is `npm test -- deep`, the long run. */
export const isDeep = process.env.TEST_DEPTH === "deep";

/** A number of rounds or rows: of the long run, or of the usual one. */
export const inDepth = (deep: number, usual: number): number => (isDeep ? deep : usual);
