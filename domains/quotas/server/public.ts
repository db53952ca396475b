export { assertRoomFor, giveBackToQuota, QuotaReached, takeFromQuota, takeUpTo } from "./takeFromQuota.ts";
