/** A carrier's status of a text that it accepted, in the order they can follow each other; the last two are final. */
export const carrierStatuses = ["queued", "sent", "delivered", "failed"] as const;
export type CarrierStatus = (typeof carrierStatuses)[number];
