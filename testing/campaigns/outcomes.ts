/** What a bad carrier does with a request. */
export const outcomes = [
  "accepted",
  "tooMany",
  "optedOut",
  "queueFull",
  "lostRequest",
  "lostAnswer",
  "failedBefore",
  "failedAfter",
  "stalled",
] as const;
export type RequestOutcome = (typeof outcomes)[number];

const shares: readonly [outcome: RequestOutcome, share: number][] = [
  ["tooMany", 0.02],
  ["lostRequest", 0.01],
  ["lostAnswer", 0.01],
  ["failedBefore", 0.005],
  ["failedAfter", 0.005],
  ["stalled", 0.001],
];

/** Decides at random; phones that end with a zero have opted out at the carrier only, where every hundredth one did. */
export function createOutcomes(random: () => number = Math.random): (to: string) => RequestOutcome {
  return (to) => {
    if (to.endsWith("00")) return "optedOut";
    let dice = random();
    for (const [outcome, share] of shares) {
      if (dice < share) return outcome;
      dice -= share;
    }
    return "accepted";
  };
}
