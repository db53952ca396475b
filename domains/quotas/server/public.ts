export { assertRoomFor, giveBackToQuota, leftToday, QuotaReached, takeFromQuota, takeUpTo } from "./takeFromQuota.ts";
