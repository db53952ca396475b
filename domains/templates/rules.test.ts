import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { variableNames } from "#core/variables.ts";
import { buttonHtml, starterPlaceholders, starterTemplates } from "#domains/templates/email/rules.ts";
import { errorsOfParts, leadsSomewhere, unfinishedInMail, unfinishedInText } from "./rules.ts";

const mailOf = (campaign_template: string, email_subject = "Winter", email_preheader = "") =>
  unfinishedInMail({ email_subject, email_preheader, campaign_template });
const kindsOf = (html: string) => mailOf(html).map(({ kind, quote }) => `${kind} ${quote}`.trim());
const button = (href: string, label = "Book a visit") => buttonHtml({ label, href, align: null });

describe("the starters", () => {
  test.each(starterTemplates.map((starter) => [starter.key, starter.template] as const))(
    "%s can't leave as it came",
    (_, template) => {
      expect(kindsOf(template).filter((kind) => kind.startsWith("button"))).toHaveLength(1);
    },
  );

  test("each placeholder is one of a starter, and is found there", () => {
    const found = starterTemplates
      .flatMap(({ template }) => mailOf(template))
      .filter(({ kind }) => kind === "placeholder");
    expect(found.map(({ quote }) => quote).toSorted()).toEqual(starterPlaceholders.toSorted());
  });

  test("filled in, an invitation may leave", () => {
    const { template } = starterTemplates.find(({ key }) => key === "event") ?? { template: "" };
    const filled = template
      .replace("day, date and time", "Saturday, December 5, 10 AM")
      .replace("<a ", '<a href="https://lot.test/open-house" ');
    expect(mailOf(filled)).toEqual([]);
  });
});

describe("an email", () => {
  test.each([
    ["<p>When: day, date and time</p>", "placeholder day, date and time"],
    ["<p><strong>When:</strong>&nbsp;Day, Date  and <em>time</em>.</p>", "placeholder day, date and time"],
    ["<p>When: day, date and time<br>Where: here</p>", "placeholder day, date and time"],
    ["<td>day,\n date and time</td>", "placeholder day, date and time"],
    ["<p>Hi {{first_name}}</p>", "placeholder {{first_name}}"],
    ["<p>Hi {First Name}</p>", "placeholder {First Name}"],
    ["<p>Hi *|FNAME|*</p>", "placeholder *|FNAME|*"],
    ["<p>Hi &lt;&lt;Name&gt;&gt;</p>", "placeholder <<Name>>"],
    ["<p>From [Your name]</p>", "placeholder [Your name]"],
    ["<p>On [insert date]</p>", "placeholder [insert date]"],
    ["<p>Lorem ipsum dolor</p>", "placeholder Lorem ipsum"],
    ["<p>Hi %fist_name%</p>", "variable %fist_name%"],
    ["<p>Hi %first<b>_nam</b>%</p>", "variable %first_nam%"],
    [button(""), "button Book a visit"],
    [button("#"), "button Book a visit"],
    [button("https://lot.test", ""), "button"],
    [button("https://lot.test", " "), "button"],
    ["<a>our offers</a>", "link our offers"],
    ['<a href="">our offers</a>', "link our offers"],
    ["<a href='#'>our <b>offers</b></a>", "link our offers"],
    ['<a href="https://">our offers</a>', "link our offers"],
    ['<A HREF="http://www.example.com/x">our offers</A>', "link our offers"],
    ['<a data-href="https://lot.test">our offers</a>', "link our offers"],
    ['<a href="#"><img src="https://lot.test/a.png"></a>', "link"],
    ["<p>Look: <img alt='car'></p>", "picture"],
    ['<img src="">', "picture"],
    ['<img src="cid:1">', "picture"],
  ])("%s is unfinished", (html, expected) => {
    expect(kindsOf(html)).toEqual([expected]);
  });

  test.each([
    "<p>Reply with a day, date and time that suits you.</p>",
    "<p>Day, date and time are yours to choose.</p>",
    "<p>100% off, 20% more: price or mileage doesn't matter [1] {great}</p>",
    "<p>Hi %first_name|there%, %Customer Name%</p>",
    button("https://lot.test/book"),
    button("tel:+14155550123"),
    '<a href="mailto:sales@lot.test?subject=Hi">write us</a>',
    '<a href="https://lot.test/?a=1&amp;b=2">see</a>',
    '<a name="top"></a><p>Hello</p>',
    `<p>${button("https://lot.test")}</p><p><a href="https://lot.test">x</a></p>`,
    '<img src="https://lot.test/a.png" alt="">',
    `<img src="/i/${"a".repeat(32)}.png">`,
    '<img src="http://localhost:3000/i/a.png">',
    "",
  ])("%s may leave", (html) => {
    expect(mailOf(html)).toEqual([]);
  });

  test("each field keeps its own first problem", () => {
    const parts = mailOf(`<p>%x_y%</p>${button("")}`, "Hi {{name}} %nobody%", "[date]");
    expect(errorsOfParts(parts)).toEqual({
      email_subject: "Replace “{{name}}” with your own words",
      email_preheader: "Replace “[date]” with your own words",
      campaign_template: "There is no variable %x_y%. Correct or remove it",
    });
    expect(parts.at(-1)?.text).toBe("The button “Book a visit” leads nowhere. Enter its address or remove it");
  });
});

test("a text's placeholders and unknown variables are found, its known variables aren't", () => {
  expect(unfinishedInText("Hi %fist_name%, come [date]").map(({ quote }) => quote)).toEqual(["%fist_name%", "[date]"]);
  expect(unfinishedInText("When: day, date and time")).toHaveLength(1);
  const known = Object.keys(variableNames).map((name) => `%${name}%`);
  fc.assert(fc.property(fc.constantFrom(...known), (name) => unfinishedInText(`Hi ${name}, 20% off`).length === 0));
});

test.each([
  ["https://lot.test", true],
  ["HTTPS://LOT.TEST/a?b#c", true],
  ["http://192.0.2.1/a", true],
  ["https://lot", false],
  ["https://localhost:3000", false],
  ["https://127.0.0.1", false],
  ["https://www.example.org", false],
  ["https://notexample.com", true],
  ["//lot.test", false],
  ["lot.test", false],
  ["javascript:alert(1)", false],
  ["mailto:", false],
  ["mailto:sales", false],
  ["tel:", false],
  ["tel:+1", false],
  ["sms:+14155550123", true],
])("%s: %s", (address, expected) => {
  expect(leadsSomewhere(address)).toBe(expected);
});

test("whatever is written, it is read without failing", () => {
  const piece = fc.constantFrom(
    "<a>",
    "</a>",
    "<a href='",
    "<table class=button>",
    "</table>",
    "<img",
    "%",
    "&#x",
    "{{",
    "]",
  );
  fc.assert(fc.property(fc.array(fc.oneof(piece, fc.string())), (parts) => Array.isArray(mailOf(parts.join("")))));
});
