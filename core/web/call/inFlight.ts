/** Requests under way, so that a second click sends nothing twice. */
export function createInFlight() {
  const running = new Set<string>();
  return {
    /** @returns false when the same request is under way already. */
    begin(input: object): boolean {
      const key = JSON.stringify(input);
      if (running.has(key)) return false;
      running.add(key);
      return true;
    },
    end: (input: object) => void running.delete(JSON.stringify(input)),
  };
}
