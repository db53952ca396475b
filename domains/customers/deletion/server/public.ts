export { deletedRows, forgetDeletions, lockDeleted } from "./store.ts";
