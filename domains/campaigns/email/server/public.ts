export { recentMails } from "./mailStore.ts";
