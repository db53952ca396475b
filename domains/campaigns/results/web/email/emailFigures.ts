import type { EmailCampaignDetail, EmailCampaignStats } from "../../../email/contract.ts";
import type { ProgressPart } from "../CampaignProgress.tsx";
import { emailDetailTexts } from "./texts.ts";

const { parts: texts } = emailDetailTexts;

/** `41.7%`, `–` when there is nothing to divide by. */
export function shareText(percent: number, of: number): string {
  return of === 0 ? "–" : `${Math.round(percent * 10) / 10}%`;
}

/** An address without what all of them begin with. */
export const shownUrl = (url: string) => url.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");

type Counts = EmailCampaignDetail["status_counts"];

/** Everyone whom a campaign writes to, by how far they are; who was left out isn't among them. */
export function emailProgress(counts: Counts, { bounced_count, delivered_count }: EmailCampaignStats) {
  const sum = (...states: Counts[number]["state"][]) =>
    counts.filter(({ state }) => states.includes(state)).reduce((total, { count }) => total + count, 0);
  const [waiting, moving, unknown] = [sum("pending"), sum("intended"), sum("unknown")];
  const expected = sum("pending", "intended", "accepted", "sent", "delivered", "failed", "unknown");
  // What is neither on its way nor delivered nor returned was refused at once.
  const failed = Math.max(0, expected - waiting - moving - unknown - delivered_count - bounced_count);
  const parts: { part: ProgressPart; label: string; count: number }[] = [
    { part: "delivered", label: texts.delivered, count: delivered_count },
    { part: "moving", label: texts.moving, count: moving },
    { part: "moving", label: texts.unknown, count: unknown },
    { part: "failed", label: texts.bounced, count: bounced_count },
    { part: "failed", label: texts.failed, count: failed },
    { part: "waiting", label: texts.waiting, count: waiting },
  ];
  return { parts: parts.filter(({ count }) => count > 0), handed: expected - waiting, expected };
}
