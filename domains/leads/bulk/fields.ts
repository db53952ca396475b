export const bulkActions = ["assign", "move", "remove", "restore", "plan", "tag", "list"] as const;
export type BulkAction = (typeof bulkActions)[number];

/**
 * Why a lead stays as it is: it is that already, was deleted, was changed meanwhile, or what it goes to was removed; it
 * can't start a plan, being in another, closed, opted out, or not the agent's own; or it has no customer.
 */
export const bulkSkips = [
  "same",
  "deleted",
  "changed",
  "target",
  "in_plan",
  "closed",
  "opted_out",
  "not_own",
  "no_customer",
] as const;
export type BulkSkip = (typeof bulkSkips)[number];

/** The most leads that one request names. */
export const mostChosen = 1_000;
