export { readPhoto } from "./readPhoto.ts";
