export { assertRoomFor, dailyRoom, giveBackToQuota, QuotaReached, takeFromQuota, takeUpTo } from "./takeFromQuota.ts";
