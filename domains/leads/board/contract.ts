import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { chosenId, Id, opaqueText, optionalText } from "#core/fields.ts";
import { staff } from "#core/people.ts";
import { Lead, leadView } from "../contract.ts";

/** How the cards of an open stage are ordered. Closed leads are always the latest first. */
export const boardOrders = ["waiting", "newest", "value"] as const;
export type BoardOrder = (typeof boardOrders)[number];

/** How many cards come at once. */
export const cardsAtOnce = 25;

/** The leads of one stage: open ones all of them, closed ones those closed this month. */
export const BoardColumn = z.object({
  stage_id: Id,
  count: z.number(),
  /** The sum of their values, in dollars. */
  value: z.number(),
  /** The first cards; of closed stages none before they are asked for. */
  leads: z.array(Lead),
  /** Where the next cards begin; empty at the end. */
  next: z.string(),
});
export type BoardColumn = z.infer<typeof BoardColumn>;

const board = {
  ...leadView,
  search: z._default(optionalText(200), ""),
  order: z._default(z.enum(boardOrders, { error: "Select an order from the list" }), "waiting"),
};

export const leadBoard = calls("leadBoard", {
  columns: {
    method: "POST",
    path: "/leads/board",
    allow: staff,
    supportAccess: "reads",
    about:
      "The acting location's leads by stage, with the exact count and value of each. Of the views, `mine`, `untouched` and `unassigned` narrow every stage; the others show all.",
    body: z.object(board),
    data: z.object({ columns: z.array(BoardColumn) }),
  },
  cards: {
    method: "POST",
    path: "/leads/board/cards",
    allow: staff,
    supportAccess: "reads",
    about: "Further leads of one stage on the board: those after the position that `next` named, or the first.",
    body: z.object({
      ...board,
      stage_id: chosenId("Select a stage"),
      after: z._default(opaqueText(0, 60, "These leads have changed. Load the board again."), ""),
    }),
    data: z.object({ leads: z.array(Lead), next: z.string() }),
  },
});
