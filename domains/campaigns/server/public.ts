export { countSentTexts, type SentTexts } from "./countSentTexts.ts";
