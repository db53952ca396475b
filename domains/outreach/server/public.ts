export { isWrittenReplySql } from "../replies/server/store.ts";
export { outreachFacts } from "./facts.ts";
export { isReachedCallSql, isSentEmailSql } from "./store.ts";
