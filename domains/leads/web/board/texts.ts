import { countText, nounCount } from "#core/count.ts";
import type { BoardOrder } from "#domains/leads/board/contract.ts";

/** What the board of leads says. */
export const boardTexts = {
  layouts: "Leads as",
  list: "List",
  board: "Board",
  keyOf: (key: string) => `Key: ${key}`,
  order: "Sort",
  orders: { waiting: "Waiting longest", newest: "Newest", value: "Highest value" } satisfies Record<BoardOrder, string>,
  loading: "Loading the board",
  failed: "Couldn't load the board",
  columnFailed: "Couldn't load more",
  none: "No leads in this stage",
  stages: "Stages",
  thisMonth: "this month",
  asList: "Show as list",
  hide: "Hide",
  openRail: (stage: string) => `Show ${stage}`,
  closeRail: (stage: string) => `Hide ${stage}`,
  columnOf: (stage: string, count: number) => `${stage}, ${nounCount(count, "lead")}`,
  cardOf: (name: string) => `Lead of ${name}`,
  draggable: "Space moves it, Enter opens it, A assigns it, S changes its stage, M texts",
  menuOf: (name: string) => `Actions for ${name}`,
  moveTo: "Move to",
  thenTime: "Then pick a time",
  asksWhy: "Asks why",
  drop: (stage: string) => `Move to ${stage}`,
  lifted: (name: string, stage: string) =>
    `${name} lifted from ${stage}. Left and Right choose a stage, Space drops, Escape puts back.`,
  at: (name: string, stage: string, place: number, count: number) =>
    `${name}, ${stage}, ${countText(place)} of ${countText(count)}`,
  dropped: (name: string, stage: string) => `${name} moved to ${stage}`,
  putBack: (name: string, stage: string) => `${name} is back in ${stage}`,
} as const;
