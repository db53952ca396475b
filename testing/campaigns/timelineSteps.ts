export const timelineKinds = [
  "STOP",
  "STOP meanwhile",
  "START",
  "staff opts out",
  "staff opts in",
  "import",
  "import with consent",
  "merge",
  "delete",
  "campaign",
  "campaign",
  "campaign",
  "pause",
  "resume",
  "cancel",
  "location moves",
  "carrier",
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** One step of one timeline; the numbers choose among what there is. */
export interface CampaignStep {
  readonly kind: TimelineKind;
  readonly person: number;
  readonly choice: number;
}
