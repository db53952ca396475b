export { checkCode, countGuess, type Guess } from "./checkCode.ts";
export { type CodeRequest, type IssuedCode, issueCode, mayIssue } from "./issueCode.ts";
export { type CodeKey, newestSubject, sentLately, voidCodes } from "./store.ts";
