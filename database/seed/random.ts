/** Numbers that look random and are the same on every start, so that the sample dealership is always the same one. */
export interface Random {
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number;
  /** True in so many of a hundred cases. */
  chance(percent: number): boolean;
  pick<T>(of: readonly T[]): T;
  shuffled<T>(of: readonly T[]): T[];
}

/** Mulberry32: small, and even enough for names and times. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    chance: (percent) => next() * 100 < percent,
    pick<T>(of: readonly T[]): T {
      if (of.length === 0) throw new Error("There is nothing to pick from");
      return of[between(0, of.length - 1)] as T;
    },
    shuffled<T>(of: readonly T[]): T[] {
      const rest = [...of];
      return of.map(() => rest.splice(between(0, rest.length - 1), 1)[0] as T);
    },
  };
}
