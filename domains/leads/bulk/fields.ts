export const bulkActions = ["assign", "move", "remove", "restore"] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Why a lead stays as it is: it is that already, was deleted, was changed meanwhile, or its new owner or stage was removed. */
export const bulkSkips = ["same", "deleted", "changed", "target"] as const;
export type BulkSkip = (typeof bulkSkips)[number];

/** The most leads that one request names. */
export const mostChosen = 1_000;
