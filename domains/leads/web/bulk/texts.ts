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
  tag: "Tagging",
  list: "Adding to the list:",
};
const done: Record<BulkAction, string> = {
  assign: "assigned",
  move: "moved",
  remove: "deleted",
  restore: "restored",
  plan: "started",
  tag: "tagged",
  list: "added to the list",
};

/** What is said about changes of many leads. */
export const bulkTexts = {
  chosen: (count: number, isAll: boolean) => (isAll ? "all leads of this view" : nounCount(count, "lead")),
  assign: "Assign",
  stage: "Stage",
  remove: "Delete",
  export: "Export",
  tag: "Tag",
  list: "Add to list",
  text: "Text",
  tagTitle: (count: string) => `Tag ${count}`,
  tagHint: "Their customers get the tag",
  noTags: "No tags yet",
  listTitle: (count: string) => `Add ${count} to a list`,
  listAction: "Add",
  listName: "List name",
  newList: "Create a new list",
  existingList: "Choose an existing list",
  listNameMissing: "Enter a name for the list",
  listMissing: "Select a list",
  textTitle: (count: string) => `Text ${count}`,
  textAction: "Continue",
  textHint:
    "Their customers go into this list, and a text campaign opens on it. You'll see who gets the text, who doesn't and why, and what it costs. Nothing is sent before that.",
  textList: (at: string) => `Leads, ${at}`,
  leftOut: (count: number) =>
    count === 1 ? "1 lead was left out: it has no customer" : `${count} leads were left out: they have no customer`,
  noneToText: "None of these leads has a customer to text",
  textThem: "Text them",
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
    no_customer: (count: string) => `${count} have no customer`,
  } satisfies Record<BulkSkip, (count: string, target: string) => string>,
  close: "Close",
} as const;
