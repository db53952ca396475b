import type { ProgressPart } from "../../web/CampaignProgress.tsx";
import type { RecipientState } from "../fields.ts";

const partOf: Readonly<Record<RecipientState, ProgressPart | undefined>> = {
  delivered: "delivered",
  intended: "moving",
  accepted: "moving",
  sent: "moving",
  // The carrier took it and never said more.
  unknown: "moving",
  failed: "failed",
  pending: "waiting",
  skipped: undefined,
};

/** Everybody whom a campaign texts, by how far they are; who was left out isn't among them. */
export function progressParts(counts: readonly { readonly state: RecipientState; readonly count: number }[]) {
  const sum = (part: ProgressPart) =>
    counts.filter(({ state }) => partOf[state] === part).reduce((total, { count }) => total + count, 0);
  const parts = (["delivered", "moving", "failed", "waiting"] as const).map((part) => ({ part, count: sum(part) }));
  const expected = parts.reduce((total, { count }) => total + count, 0);
  return { parts: parts.filter(({ count }) => count > 0), handed: expected - sum("waiting"), expected };
}
