export { mailLinks } from "./mailLinks.ts";
export { linkTarget, type MailAddresses, type MailPattern, mailPattern } from "./mailPattern.ts";
