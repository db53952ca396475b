/** Milliseconds of processor time that work takes; a machine that is busy with other things makes it no longer. */
export function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
