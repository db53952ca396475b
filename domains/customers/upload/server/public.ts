export { decode } from "./decode.ts";
export { eraseFromFiles } from "./eraseFromUploads.ts";
export { parseRows } from "./parseRows.ts";
