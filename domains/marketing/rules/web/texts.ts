export const marketingStopTexts = {
  title: "Campaigns are on hold",
  text: (reason: string, since: string) =>
    `Rooftop paused all marketing texts on ${since}: ${reason}. Your campaigns resume on their own.`,
} as const;
