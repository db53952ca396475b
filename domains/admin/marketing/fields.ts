/** What figures say of a client's marketing; the worse, the later. */
export const healthLevels = ["ok", "warning", "critical"] as const;
export type HealthLevel = (typeof healthLevels)[number];
