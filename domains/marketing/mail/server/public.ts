export { type MarketingMail, type MarketingMailOutcome, sendMarketingMail } from "./sendMarketingMail.ts";
