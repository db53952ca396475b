export { outreachFacts } from "./facts.ts";
export { isReachedCallSql, isSentEmailSql, isWrittenReplySql } from "./store.ts";
