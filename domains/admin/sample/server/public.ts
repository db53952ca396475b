export { isSampleRemoved } from "./removeSample.ts";
