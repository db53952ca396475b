export { outreachFacts } from "./facts.ts";
export { insertPlanEmail, settlePlanEmail } from "./planEmails.ts";
export { isReachedCallSql, isSentEmailSql, isWrittenReplySql } from "./store.ts";
