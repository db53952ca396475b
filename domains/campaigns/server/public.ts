export { countSentTexts } from "./countSentTexts.ts";
