export { assertRoomFor, giveBackToQuota, QuotaReached, takeFromQuota } from "./takeFromQuota.ts";
