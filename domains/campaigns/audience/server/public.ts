export { type AudienceChoice, customersByIds, nextOfAudience } from "./audienceStore.ts";
export { type Plan, planFor } from "./planFor.ts";
export { type MailFacts, mailboxOf, planMail, readMailFacts } from "./planMail.ts";
export { type AudienceFacts, type AudiencePerson, readFacts } from "./readFacts.ts";
export { companyValues, valuesFor } from "./valuesFor.ts";
