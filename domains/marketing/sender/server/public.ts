export {
  type MarketingEmail,
  type MarketingEmailOutcome,
  personalEmailOf,
  sendMarketingEmail,
  sendPersonalEmail,
} from "./sendMarketingEmail.ts";
export { sendTestEmail } from "./sendTestEmail.ts";
export { ownEmail, senderOf } from "./store.ts";
