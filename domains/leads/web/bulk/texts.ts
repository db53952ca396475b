import { countText, nounCount } from "#core/count.ts";
import type { BulkChange } from "../../bulk/contract.ts";
import type { BulkAction, BulkSkip } from "../../bulk/fields.ts";

type Count = Pick<BulkChange, "action" | "changed" | "total" | "target" | "state">;

const doing: Record<BulkAction, string> = {
  assign: "Assigning",
  move: "Moving",
  remove: "Deleting",
  restore: "Restoring",
  plan: "Starting the plan for",
};
const done: Record<BulkAction, string> = {
  assign: "assigned",
  move: "moved",
  remove: "deleted",
  restore: "restored",
  plan: "started",
};

/** What is said about changes of many leads. */
export const bulkTexts = {
  chosen: (count: number, isAll: boolean) => (isAll ? "all leads of this view" : nounCount(count, "lead")),
  assign: "Assign",
  stage: "Stage",
  remove: "Delete",
  export: "Export",
  assignTitle: (count: string) => `Assign ${count}`,
  moveTitle: (count: string) => `Move ${count}`,
  removeTitle: (count: string) => `Delete ${count}?`,
  removeText: "Their customers stay. You can undo this.",
  running: ({ action, changed, total }: Count) => `${doing[action]} ${countText(changed)} of ${countText(total)}`,
  stop: "Stop",
  stopped: ({ action, changed, total }: Count) =>
    `Stopped: ${countText(changed)} of ${countText(total)} ${done[action]}`,
  ended: ({ action, changed }: Count, skipped: number) =>
    skipped === 0
      ? `${nounCount(changed, "lead")} ${done[action]}`
      : `${countText(changed)} ${done[action]}, ${countText(skipped)} skipped`,
  seeWhy: "See why",
  whyTitle: "Skipped leads",
  reasons: {
    same: (count: string, target: string) =>
      target === "" ? `${count} needed no change` : `${count} already had ${target}`,
    deleted: (count: string) => `${count} had been deleted`,
    changed: (count: string) => `${count} had been changed by someone else meanwhile`,
    target: (count: string, target: string) => `${count} kept theirs because ${target} was removed`,
    in_plan: (count: string) => `${count} were in a plan already`,
    closed: (count: string) => `${count} were closed`,
    opted_out: (count: string) => `${count} had opted out`,
    not_own: (count: string) => `${count} belong to others`,
  } satisfies Record<BulkSkip, (count: string, target: string) => string>,
  close: "Close",
} as const;
