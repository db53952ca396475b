export { prepareImage } from "./prepareImage.ts";
export { storeImage } from "./storeImage.ts";
