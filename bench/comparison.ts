/** The measured ratio between a workload and its baseline. */
export interface Comparison {
  readonly work: string;
  /** Median and range of the pairwise ratios. */
  readonly ratio: number;
  readonly min: number;
  readonly max: number;
  /** Medians of both sides in milliseconds: they drift with the machine, the ratio hardly does. */
  readonly ours: number;
  readonly peer: number;
  /** The limit of the ratio, and the target. */
  readonly must?: number;
  readonly aim?: number;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[middle - 1] ?? 0, sorted[middle] ?? 0];
  return sorted.length % 2 ? high : (low + high) / 2;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Runs `run` so many times in sequence; returns the milliseconds of each, without what `after` takes. */
export async function timeRuns(
  times: number,
  run: (index: number) => Promise<unknown>,
  after?: () => Promise<unknown>,
): Promise<number[]> {
  const durations: number[] = [];
  for (let index = 0; index < times; index++) {
    const began = performance.now();
    await run(index);
    durations.push(performance.now() - began);
    await after?.();
  }
  return durations;
}

export interface ComparisonOptions {
  readonly work: string;
  readonly ours: (index: number) => Promise<unknown>;
  readonly peer: (index: number) => Promise<unknown>;
  /** Cleans up after each run, unmeasured. */
  readonly after?: () => Promise<unknown>;
  /** Runs of each side per pair. */
  readonly times: number;
  readonly pairs?: number;
  readonly must?: number;
  readonly aim?: number;
}

/** Measures both sides alternately (A B A B) after a warm-up and compares the medians pair by pair. */
export async function compare({
  work,
  ours,
  peer,
  after,
  times,
  pairs = 7,
  must,
  aim,
}: ComparisonOptions): Promise<Comparison> {
  let index = 0;
  const runSide = (side: (index: number) => Promise<unknown>) => timeRuns(times, () => side(index++), after);
  await runSide(ours);
  await runSide(peer);
  const medians: { ours: number; peer: number }[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    medians.push({ ours: median(await runSide(ours)), peer: median(await runSide(peer)) });
  }
  const ratios = medians.map((pair) => pair.ours / pair.peer);
  return {
    work,
    ratio: median(ratios),
    min: Math.min(...ratios),
    max: Math.max(...ratios),
    ours: median(medians.map((pair) => pair.ours)),
    peer: median(medians.map((pair) => pair.peer)),
    ...(must !== undefined && { must }),
    ...(aim !== undefined && { aim }),
  };
}

/** Prints a table; returns whether every ratio is within its limit. */
export function printComparisons(title: string, figures: readonly Comparison[]): boolean {
  console.log(`\n${title}`);
  console.log("ratio  (min–max)      must   aim    ours ms   peer ms   work");
  const number = (value: number | undefined, digits = 2) => (value === undefined ? "–" : value.toFixed(digits));
  for (const { work, ratio, min, max, must, aim, ours, peer } of figures) {
    const range = `(${number(min)}–${number(max)})`;
    const marks = [number(must).padEnd(6), number(aim).padEnd(6), number(ours).padStart(7), number(peer).padStart(9)];
    console.log(`${number(ratio).padEnd(6)} ${range.padEnd(14)} ${marks.join(" ")}   ${work}`);
  }
  const exceeded = figures.filter(({ ratio, must }) => must !== undefined && ratio > must);
  for (const { work } of exceeded) console.log(`Past its limit: ${work}`);
  return exceeded.length === 0;
}
