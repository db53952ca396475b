export { moveCalls, moveCallsBack } from "./moveCalls.ts";
export { recordingFiles } from "./recordingStore.ts";
