export { type AudienceChoice, customersByIds, nextOfAudience } from "./audienceStore.ts";
export { type AudienceFacts, type AudiencePerson, readFacts } from "./readFacts.ts";
