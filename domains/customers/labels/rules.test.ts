import { expect, test } from "vitest";
import { isOptOut, optOutOfLabel, phoneOfLabel } from "./rules.ts";

const mobile =
  "Cell|CELL PH|Cell Phone|CellPhone|CELLPHONE|C Phone|Phone (Cell)|PHONE_CELL|CustCellPhone|CUSTCELLPH|Mobile #|Mobile No.|Mobile|Mobile Phone|MobileNumber|M Phone|Text Number|SMS Number|SMS Phone|Texting Phone|Cell #1|Wireless|Primary Cell|Phone - Mobile|phone_mobile|CP|MP|Customer Mobile Number|Cellular Phone|Cell Phone Number";
const other =
  "HOME PH|Phone (Home)|PHONE_HOME|CustHomePhone|H Phone|HomePhone|HOMEPHONE|Home Number|Home #Phone|Work Phone|WORK PH|W Phone|BusinessPhone|Office Phone|Day Phone|Evening Phone|Alt Phone|Other Phone|Phone - Work|phone_work|Landline Phone|Secondary Phone|Home Tel|HP|WP|BP";
const any =
  "Phone|PH|Phone #|Phone Number|Telephone|Tel No|Contact Phone|Customer Phone|Primary Phone|Phone 1|Phone 1 - Value|Main Phone";
const none =
  "Home|Home Address|Text|SMS|Message|Cell Carrier|Phone Type|Phone Ext|Fax|Fax Number|Cust No|CUST NO|Account Number|Number of cars|Work|Do Not Call Phone|Last Svc|Notes|Mobile Home|Telegram|Cell Blocked|Home Zip|Order No|C|M|City|State";

test.each([
  ...mobile.split("|").map((label) => [label, "mobile"] as const),
  ...other.split("|").map((label) => [label, "other"] as const),
  ...any.split("|").map((label) => [label, "any"] as const),
  ...none.split("|").map((label) => [label, undefined] as const),
])("%s names a phone: %s", (label, kind) => expect(phoneOfLabel(label)).toBe(kind));

test.each([
  ["Do Not Text", "no_text"],
  ["DoNotText", "no_text"],
  ["DO_NOT_TEXT", "no_text"],
  ["Don't text", "no_text"],
  ["SMS Opt Out", "no_text"],
  ["SMS Opt-Out Date", "no_text"],
  ["SMSOptOut", "no_text"],
  ["Opted out of texts", "no_text"],
  ["Opt Out (SMS)", "no_text"],
  ["No SMS", "no_text"],
  ["DNC", "no_text"],
  ["Do Not Call", "no_text"],
  ["Unsubscribed", "no_contact"],
  ["Opt Out", "no_contact"],
  ["Opted-Out?", "no_contact"],
  ["Do not contact", "no_contact"],
  ["Email opt out", "no_email"],
  ["E-mail Opt-Out", "no_email"],
  ["Unsubscribed from emails", "no_email"],
  ["Do Not Email", "no_email"],
  ["Do Not Mail", "no_email"],
  ["No emails", "no_email"],
  ["OK to text", "may_text"],
  ["Okay to text?", "may_text"],
  ["May we text", "may_text"],
  ["Can text", "may_text"],
  ["SMS Consent", "may_text"],
  ["Text Opt In", "may_text"],
  ["Accepts SMS Marketing", "may_text"],
  ["Accepts Email Marketing", "may_email"],
  ["Email permission", "may_email"],
  ["Subscribed", "may_contact"],
  ["Marketing consent", "may_contact"],
  ["Opt-out reason", undefined],
  ["Opt In Source", undefined],
  ["Cust No", undefined],
  ["Phone No", undefined],
  ["Email", undefined],
  ["Text Number", undefined],
  ["State", undefined],
  ["OK", undefined],
  ["May", undefined],
  ["Notes", undefined],
])("%s says about contact: %s", (label, field) => expect(optOutOfLabel(label)).toBe(field));

test.each([
  ..."yes|Y|YES|1|x|X|true|TRUE|t|on|✓|2026-01-02|1/2/2026|Jan 2, 2026|opted out|Opt-Out|unsubscribed|DNC|do not text|stop|asked us twice"
    .split("|")
    .map((cell) => ["no_text", cell, true] as const),
  ..."|no|N|0|false|FALSE|off|n/a|none|-|opted in|subscribed|unknown|?|00/00/0000|never|0.0"
    .split("|")
    .map((cell) => ["no_text", cell, false] as const),
  ..."no|N|0|false|off|opted out|unsubscribed|DNC|declined|do not text"
    .split("|")
    .map((cell) => ["may_text", cell, true] as const),
  ..."|yes|Y|1|x|true|2026-01-02|opted in|subscribed|n/a|unknown|ask again"
    .split("|")
    .map((cell) => ["may_text", cell, false] as const),
])("in a column %s, %j is an opt-out: %s", (field, cell, out) => {
  expect(isOptOut(field, cell)).toBe(out);
});
