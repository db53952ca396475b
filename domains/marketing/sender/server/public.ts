export { type MarketingEmail, type MarketingEmailOutcome, sendMarketingEmail } from "./sendMarketingEmail.ts";
export { sendTestEmail } from "./sendTestEmail.ts";
export { senderOf } from "./store.ts";
