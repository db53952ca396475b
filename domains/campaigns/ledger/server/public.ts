export { recentResults } from "./overdueStore.ts";
