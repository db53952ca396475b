export { linkTarget, type MailAddresses, type MailPattern, mailPattern } from "./mailPattern.ts";
