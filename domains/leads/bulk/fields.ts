export const bulkActions = ["assign", "move", "remove", "restore", "plan"] as const;
export type BulkAction = (typeof bulkActions)[number];

/**
 * Why a lead stays as it is: it is that already, was deleted, was changed meanwhile, or its new owner, stage or plan was
 * removed; or it can't start a plan, being in another, closed, opted out, or not the agent's own.
 */
export const bulkSkips = ["same", "deleted", "changed", "target", "in_plan", "closed", "opted_out", "not_own"] as const;
export type BulkSkip = (typeof bulkSkips)[number];

/** The most leads that one request names. */
export const mostChosen = 1_000;
