/** Seeded pseudorandom numbers, so that the sample dealership is always the same. */
export interface Random {
  /** An integer from `min` to `max`, both inclusive. */
  between(min: number, max: number): number;
  /** True with this probability, in percent. */
  chance(percent: number): boolean;
  pick<T>(items: readonly T[]): T;
  shuffled<T>(items: readonly T[]): T[];
}

/** Mulberry32: small, and uniform enough for names and times. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    between,
    chance: (percent) => next() * 100 < percent,
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new Error("There is nothing to pick from");
      return items[between(0, items.length - 1)] as T;
    },
    shuffled<T>(items: readonly T[]): T[] {
      const rest = [...items];
      return items.map(() => rest.splice(between(0, rest.length - 1), 1)[0] as T);
    },
  };
}
