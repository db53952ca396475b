import { nounCount } from "#core/count.ts";

/** What the new owner of many leads is told. */
export const assignedTitle = (by: string, count: number) =>
  `${by || "Someone"} assigned you ${nounCount(count, "lead")}`;
