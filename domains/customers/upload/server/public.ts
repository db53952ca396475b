export { eraseFromFiles } from "./eraseFromUploads.ts";
