/** How many numbers a worker process has; Playwright starts another one after each failure. */
const perWorker = 4_000;
let count = 0;

/** A number below 100,000 that no other call of the run returns. */
export function nextNumber(): number {
  if (count === perWorker) throw new Error("Out of numbers");
  return Number(process.env.TEST_WORKER_INDEX ?? 0) * perWorker + count++;
}
