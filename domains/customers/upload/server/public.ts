export { eraseFromFiles, eraseFromUploads } from "./eraseFromUploads.ts";
