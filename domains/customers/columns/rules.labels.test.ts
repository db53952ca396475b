import { expect, test } from "vitest";
import { maybeOptOutOfLabel, optOutOfLabel, phoneOfLabel } from "./rules.ts";

const mobile =
  "Cell|CELL PH|Cell Phone|CellPhone|CELLPHONE|C Phone|Phone (Cell)|PHONE_CELL|CustCellPhone|CUSTCELLPH|Mobile #|Mobile No.|Mobile|Mobile Phone|MobileNumber|M Phone|Text Number|SMS Number|SMS Phone|Texting Phone|Cell #1|Wireless|Primary Cell|Phone - Mobile|phone_mobile|CP|MP|Customer Mobile Number|Cellular Phone|Cell Phone Number|Mbl|Mbl #|Handphone|Hand Phone|Celular|Móvil|Teléfono celular|Customer Mbl";
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
  ["Opt-out source", undefined],
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
  ..."Text Stop|Exclude from SMS|SMS Blocked|Block Text|Text Block|Text Opt-Out Reason|No enviar mensajes|Cell Blocked|Text Opted Out"
    .split("|")
    .map((label) => [label, "no_text"] as const),
  ..."STOP|Blocked|Opt-out reason|Last Unsubscribed Date|No solicitation"
    .split("|")
    .map((label) => [label, "no_contact"] as const),
  ..."SMS Status|Text Status|Text marketing|Receive texts|Receives SMS|Wants texts|Textable|Text OK|Text (Y/N)|SMS Y/N|Promotional texts|Marketing Texts|SMS Subscription Status|Text Preference|Acepta SMS|Recibir mensajes|SMS alerts|Text messages OK|Texting allowed|Text Messages Enabled"
    .split("|")
    .map((label) => [label, "may_text"] as const),
  ..."Email Subscription Status|Receive emails|Email marketing|Promotional emails"
    .split("|")
    .map((label) => [label, "may_email"] as const),
  ..."Opt Status|Subscription Status|Contact Preference|Solicit|Marketing preferences"
    .split("|")
    .map((label) => [label, "may_contact"] as const),
  ..."Status|Text|SMS|Stop date|Last text sent|Text body|Block|Bus stop|Blocked credit|Opt-in reason|Email Status|Marketing Email|Marketing|Preferred Contact|Message|Subscription|Autos|Consent form|Quote status|Engine block"
    .split("|")
    .map((label) => [label, undefined] as const),
])("%s is about contact: %s", (label, field) => expect(optOutOfLabel(label)).toBe(field));

test.each([
  ["Status", "may_contact", "status"],
  ["Customer Status", "may_contact", "status"],
  ["Email Status", "may_email", "status"],
  ["Text", "may_text", "answers"],
  ["SMS", "may_text", "answers"],
])("the cells of %s decide whether it is about contact", (label, field, kind) =>
  expect(maybeOptOutOfLabel(label)).toEqual({ field, kind }),
);

test.each(["Deal Status", "State", "Notes", "Text Number", "Name"])("%s isn't about contact", (label) =>
  expect(maybeOptOutOfLabel(label)).toBeUndefined(),
);
