export { checkCode, countGuess, type Guess } from "./checkCode.ts";
export { assertMayIssue, type CodeRequest, type IssuedCode, issueCode, secondsUntilNextCode } from "./issueCode.ts";
export { type CodeKey, newestSubject } from "./store.ts";
