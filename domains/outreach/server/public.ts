export { outreachFacts } from "./facts.ts";
export { isReachedCallSql, isSentEmailSql } from "./store.ts";
