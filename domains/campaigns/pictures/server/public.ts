export { pictureByKey } from "./pictureStore.ts";
