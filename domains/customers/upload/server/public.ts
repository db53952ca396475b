export { eraseFromFiles, eraseFromUploads } from "./erasePerson.ts";
