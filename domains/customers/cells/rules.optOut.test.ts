import { expect, test } from "vitest";
import type { OptOutField } from "#domains/customers/upload/fields.ts";
import { areAnswers, areSubscriptions, forbidsTexting, meaningOfCell, unclearWarning, withCell } from "./rules.ts";

/** What programs write for a date that was never set. */
const emptyDates =
  "00/00/0000|1/0/1900|1/0/00|1/0/1900 12:00:00 AM|12/30/1899|1899-12-30 00:00:00|01/01/1900|1900-01-01 00:00:00.000|1/1/0001 12:00:00 AM|0001-01-01T00:00:00";

const cases = (field: OptOutField, said: string, cells: string) =>
  cells.split("|").map((cell) => [field, cell, said] as const);

test.each([
  ...cases(
    "no_text",
    "out",
    "yes|Y|YES|1|x|X|true|TRUE|t|on|✓|2026-01-02|1/2/2026|Jan 2, 2026|May 2, 2026|opted out|Opt-Out|unsubscribed|DNC|do not text|stop|asked us twice|No - STOP 5/1|no texts|No longer wants texts|✗|☑|not interested|does not want texts|removed|wants out",
  ),
  ...cases("no_text", "nothing", `|n/a|none|-|unknown|?|not set|Not specified|never asked|Y/N|${emptyDates}`),
  ...cases(
    "no_text",
    "in",
    "no|N|0|false|FALSE|off|never|0.0|opted in|subscribed|No.|NO!|n.|no thanks|No - ok to text|ok to text|Texts OK|can text|FALSE()|=FALSE()|Do text|☐|Not opted out|has not opted out|never unsubscribed|No DNC|no opt-out|Ｎｏ|Inactive|no restrictions|OK|Active",
  ),
  ...cases(
    "may_text",
    "out",
    "no|N|0|false|off|opted out|unsubscribed|DNC|declined|do not text|NO!|no.|no thanks|denied|Withdrawn|Not given|Not opted in|No - STOP 5/1|Unsubscribed 3/4/25|Revoked on 2024-01-01|✗|❌|❌ no|Ｎｏ|Inactive|Removed|Cancelled|Canceled 1/2|Opt Out 1/1/2026|opted out via text|Don’t text|Dont text|DO NOT TEXT!!|never|nope|no longer subscribed|not subscribed|No consent|No permission given|can't text|Rejected|refuses|STOP|stopped|blocked|expired|OK until he opted out|yes, but do not text|(no)|☐|FALSE()|non|n|No DNC|without consent|not allowed|🚫|rescinded",
  ),
  ...cases("may_text", "nothing", `|n/a|unknown|-|not set|No answer|No consent yet|null|don't know|${emptyDates}`),
  ...cases(
    "may_text",
    "in",
    "yes|Y|1|x|true|2026-01-02|Jan 2, 2026|opted in|subscribed|Not opted out|ok|Yes!|TRUE()|✅|granted|double opt-in|yes - text only, no calls|text|Texts OK|no problem|verbal|written|SMS|20260102|2026-01-02T10:00:00Z",
  ),
  ...cases("may_text", "unclear", "ask again|pending|maybe|email only|web form|7|blue"),
  ...cases("may_contact", "in", "Email|Text, Email|phone/text|any|Both"),
  ...cases("may_contact", "out", "No SMS|Do not text|no emails|do not contact"),
  ...cases("may_email", "in", "yes, no texts"),
])("in a column %s, %j means %s", (field, cell, said) => expect(meaningOfCell(field, cell)).toBe(said));

test.each([
  ["no SMS", { texts: "Preference: no SMS", emails: "" }],
  ["Do not email", { texts: "", emails: "Preference: Do not email" }],
  ["no", { texts: "Preference: no", emails: "Preference: no" }],
  ["no texts or emails", { texts: "Preference: no texts or emails", emails: "Preference: no texts or emails" }],
  ["yes", { texts: "", emails: "" }],
])("of a column about all contact, %j says %j", (cell, optOut) => {
  expect(withCell({ texts: "", emails: "" }, "may_contact", "Preference", cell)).toEqual(optOut);
});

test("says which answer isn't understood, and what comes of it", () => {
  expect(unclearWarning("may_text", "OK to text", "ask again")).toBe(
    "OK to text “ask again” is neither a yes nor a no, so no consent is recorded",
  );
  expect(unclearWarning("may_text", "OK to text", "x".repeat(100))).toContain(`“${"x".repeat(40)}…”`);
  for (const cell of ["", "yes", "no", "n/a"]) expect(unclearWarning("may_text", "OK to text", cell)).toBe("");
});

test.each([
  ["Subscribed|Unsubscribed", true],
  ["Active|Unsubscribed|", true],
  ["DO NOT TEXT||", true],
  ["Active|Inactive", false],
  ["Subscribed|Sold", false],
  ["", false],
])("the statuses %j are subscriptions: %s", (cells, are) => expect(areSubscriptions(cells.split("|"))).toBe(are));

test.each([
  ["No|Yes|", true],
  ["Y|N", true],
  ["0|1", true],
  ["Opted out|Yes", true],
  ["2125550123|2125550124", false],
  ["Hi there|Yes", false],
  ["", false],
])("the cells %j are answers: %s", (cells, are) => expect(areAnswers(cells.split("|"))).toBe(are));

test.each([
  ..."DO NOT TEXT|Customer said: don’t text him|(DNC)|no texts please|Opted out 5/1|unsubscribed|STOP|No SMS|never text|do not contact"
    .split("|")
    .map((cell) => [cell, true] as const),
  ..."|Not opted out|Texts fine|stop by on Tuesday|Notes|no spare key|don't call|do not email|2019 Dodge|not on DNC|no opinion"
    .split("|")
    .map((cell) => [cell, false] as const),
])("%j forbids texting: %s", (cell, forbids) => expect(forbidsTexting(cell)).toBe(forbids));
