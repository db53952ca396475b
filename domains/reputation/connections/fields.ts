/**
 * How a site is read. `choosing`: its business isn't chosen yet; `first`: its reviews come for the first time;
 * `needs_access`: somebody has to connect it again.
 */
export const connectionStates = ["choosing", "first", "ok", "failing", "needs_access"] as const;
export type ConnectionState = (typeof connectionStates)[number];
