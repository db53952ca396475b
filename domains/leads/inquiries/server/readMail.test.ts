import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type MailForm,
  mailForms,
  type VendorLead,
  type VendorStyle,
  vendorStyles,
} from "#simulator/server/leadMails.ts";
import { inDepth } from "#testing/deep.ts";
import { readLeadMail, readLeadText } from "./readMail.ts";

const zone = "America/Los_Angeles";
const asked = new Date("2026-11-24T23:30:20Z");

const sample: VendorLead = {
  id: "AT-48213",
  provider: "AutoFinder",
  first_name: "Renée",
  last_name: "O’Neil",
  email: "renee.oneil@example.com",
  phone: "9095550142",
  year: "2021",
  make: "Land Rover",
  model: "Range Rover & Co",
  stock: "P4471",
  comments: "Is it still available for < $20,000? Call me & let’s talk.",
};

/** Letters that windows-1252 has as well. */
const western = (lead: VendorLead): VendorLead => ({
  ...lead,
  last_name: lead.last_name.replace("’", "'"),
  comments: lead.comments.replace("’", "'"),
});

const styles = Object.keys(vendorStyles) as VendorStyle[];
const forms = Object.keys(mailForms) as MailForm[];
const every = styles.flatMap((style) => forms.map((form) => [style, form] as const));

function expectLead(mail: Awaited<ReturnType<typeof readLeadMail>>, lead: VendorLead) {
  expect(mail.inquiries).toHaveLength(1);
  const [inquiry] = mail.inquiries;
  const { first_name, last_name, email, phone, year, make, model, stock } = lead;
  expect(inquiry).toMatchObject({
    read_by: "adf",
    provider: lead.provider,
    provider_id: lead.id,
    person: { first_name, last_name, email, phone: `+1${phone}` },
  });
  expect(inquiry?.vehicles).toContainEqual(expect.objectContaining({ year, make, model, stock }));
  expect(inquiry?.comments.replace(/\s+/g, " ")).toContain(lead.comments.replace(/\s+/g, " ").trim());
}

describe("a vendor's mail is read whole", () => {
  test.each(every)("%s, %s", async (style, form) => {
    const lead = form === "misnamed" ? western(sample) : sample;
    const mail = await readLeadMail(mailForms[form]("m1", vendorStyles[style](lead)), zone);
    expectLead(mail, lead);
    expect(mail).toMatchObject({
      message_id: "<m1@vendor.example>",
      from: "leads@vendor.example",
      subject: "New lead",
    });
    const at = mail.inquiries[0]?.requested_at?.getTime() ?? 0;
    expect(Math.abs(at - asked.getTime())).toBeLessThan(60_000);
  });
});

const word = (letters: string, least = 2, most = 10) =>
  fc.array(fc.constantFrom(...letters), { minLength: least, maxLength: most }).map((parts) => parts.join(""));
const name = word("abcdefghijklmnorstuvwyáéñö").map((text) => `${text[0]?.toUpperCase()}${text.slice(1)}x`);
const sentence = fc
  .array(
    fc.oneof(word("abcdefghij"), fc.constantFrom("&", "$19,500", "5 < 6", "AT&T", "“ok”", "50%", "R&D", "—", "it's")),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((words) => `Asks ${words.join(" ")}.`);
const vendorLead: fc.Arbitrary<VendorLead> = fc.record({
  id: word("ABCDEF0123456789-", 4, 20).map((id) => `L${id}9`),
  provider: fc.constantFrom("AutoFinder", "Cars & More", "Dealer.example", "OEM Direct"),
  first_name: name,
  last_name: name,
  email: word("abcdefghij").map((user) => `${user}@example.com`),
  phone: fc.integer({ min: 100, max: 199 }).map((last) => `9095550${last}`),
  year: fc.integer({ min: 1990, max: 2027 }).map(String),
  make: fc.constantFrom("Ford", "Mercedes-Benz", "Land Rover", "RAM", "VW"),
  model: fc.constantFrom("F-150", "C 300", "Town & Country", "3 Series", "ID.4"),
  stock: word("ABC0123456789", 3, 8),
  comments: sentence,
});

test("five vendors' mails in every form say the same, whatever they are about", async () => {
  const mails = fc.record({ lead: vendorLead, style: fc.constantFrom(...styles), form: fc.constantFrom(...forms) });
  const property = fc.asyncProperty(mails, async ({ lead, style, form }) => {
    const written = form === "misnamed" ? { ...lead, comments: lead.comments.replace(/[“”—]/g, "-") } : lead;
    expectLead(await readLeadMail(mailForms[form]("m", vendorStyles[style](written)), zone), written);
  });
  await fc.assert(property, { numRuns: inDepth(3_000, 320) });
});

test("whatever happens to a mail on its way, it stays one, and nothing throws", async () => {
  const damage = fc.record({
    style: fc.constantFrom(...styles),
    form: fc.constantFrom(...forms),
    cuts: fc.array(fc.record({ at: fc.nat(3_000), length: fc.nat(60), text: fc.string({ maxLength: 8 }) }), {
      maxLength: 6,
    }),
  });
  const property = fc.asyncProperty(damage, async ({ style, form, cuts }) => {
    let raw = mailForms[form]("m", vendorStyles[style](sample));
    for (const { at, length, text } of cuts)
      raw = Buffer.concat([raw.subarray(0, at), Buffer.from(text), raw.subarray(at + length)]);
    const { inquiries } = await readLeadMail(raw, zone);
    expect(inquiries.length).toBeGreaterThan(0);
  });
  await fc.assert(property, { numRuns: inDepth(2_000, 200) });
});

const bomb = `<!DOCTYPE adf [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>`;
const external = `<!DOCTYPE adf [<!ENTITY file SYSTEM "file:///etc/passwd">]>`;
const about = (comments: string) => vendorStyles.website({ ...sample, comments });

describe("hostile XML", () => {
  test("expands no entities and opens no files", () => {
    const [inquiry] = readLeadText(bomb + about("&c; hello"), zone);
    expect(inquiry?.comments).toBe("&c; hello");
    const [other] = readLeadText(external + about("&file; hello"), zone);
    expect(other?.comments).toBe("&file; hello");
  });

  test.each([
    ["ten megabytes of comments", about("x".repeat(10_000_000))],
    ["a million elements", `<adf><prospect>${"<a/>".repeat(240_000)}</prospect></adf>`],
    ["a depth of 10,000", `<adf><prospect>${"<a>".repeat(10_000)}`],
  ])("%s is kept as words, not read", (_, text) => {
    const [inquiry, ...others] = readLeadText(text, zone);
    expect(others).toEqual([]);
    expect(inquiry?.read_by).not.toBe("adf");
    expect(inquiry?.comments.length).toBeLessThanOrEqual(10_000);
  });

  test("of two hundred prospects the first twenty are read", () => {
    const many = `<adf>${"<prospect><customer><contact><name>Ana Ruiz</name></contact></customer></prospect>".repeat(200)}</adf>`;
    expect(readLeadText(many, zone)).toHaveLength(20);
  });

  test("markup in a field is text", () => {
    const [inquiry] = readLeadText(about(`<script>alert(1)</script><b>Call</b> me`), zone);
    expect(inquiry?.comments).not.toContain("<");
  });
});

const mail = (body: string, type = "text/plain") =>
  Buffer.from(
    `From: Ana Ruiz <ana@example.com>\r\nSubject: Service request\r\nMessage-ID: <1@example>\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}`,
  );

describe("a mail without ADF", () => {
  test("is read by its labels", async () => {
    const body =
      "First Name: Ana\r\nLast Name: Ruiz\r\nEmail: ana@example.com\r\nPhone: (909) 555-0142\r\nVehicle of Interest: Used 2019 Honda Civic\r\nStock #: H221\r\nComments: Is it\r\nstill there?\r\n\r\nI can come by today.\r\n\r\n--\r\nSent by your website\r\nPhone: 800-555-0100";
    const { inquiries } = await readLeadMail(mail(body), zone);
    expect(inquiries).toEqual([
      expect.objectContaining({
        read_by: "labels",
        kind: "service",
        person: expect.objectContaining({
          first_name: "Ana",
          last_name: "Ruiz",
          email: "ana@example.com",
          phone: "+19095550142",
        }),
        comments: "Is it\nstill there?\nI can come by today.",
      }),
    ]);
    expect(inquiries[0]?.vehicles).toEqual([
      expect.objectContaining({
        year: "2019",
        make: "Honda",
        model: "Civic",
        stock: "H221",
        status: "used",
        comments: "",
      }),
    ]);
  });

  test("is read by the labels of its table", async () => {
    const body =
      "<table><tr><td><b>Name:</b></td><td>Ana Ruiz</td></tr><tr><td>Phone:</td><td>909-555-0142</td></tr><tr><td>Message:</td><td>Is it there?</td></tr></table>";
    const { inquiries } = await readLeadMail(mail(body, "text/html"), zone);
    expect(inquiries).toEqual([
      expect.objectContaining({
        read_by: "labels",
        person: expect.objectContaining({ first_name: "Ana", last_name: "Ruiz", phone: "+19095550142" }),
        comments: "Is it there?",
      }),
    ]);
  });

  test("is read by cells whose words touch each other", async () => {
    const rows = [
      ["First Name", "Yusuf"],
      ["Last Name", "Demir"],
      ["Phone", "(909) 555-0113"],
      ["Vehicle", "2022 Ford Escape"],
    ];
    const cells = rows.map(([label, value]) => `<tr><td><b>${label}</b></td><td>${value}</td></tr>`).join("");
    const { inquiries } = await readLeadMail(mail(`<table>${cells}</table>`, "text/html"), zone);
    expect(inquiries).toEqual([
      expect.objectContaining({
        person: expect.objectContaining({ first_name: "Yusuf", last_name: "Demir", phone: "+19095550113" }),
        vehicles: [expect.objectContaining({ year: "2022", make: "Ford", model: "Escape" })],
      }),
    ]);
  });

  test("is kept with its words and its sender", async () => {
    const { inquiries } = await readLeadMail(mail("Hi, do you still have the red truck?"), zone);
    expect(inquiries).toEqual([
      expect.objectContaining({
        read_by: "text",
        person: expect.objectContaining({ first_name: "Ana", last_name: "Ruiz", email: "ana@example.com", phone: "" }),
        comments: "Service request\nHi, do you still have the red truck?",
      }),
    ]);
  });
});

test("words of consent are kept as evidence", () => {
  const [inquiry] = readLeadText(
    about("Call me. By submitting I agree to receive marketing texts from the dealer. Thanks."),
    zone,
  );
  expect(inquiry?.agreed_words).toBe("By submitting I agree to receive marketing texts from the dealer.");
  expect(readLeadText(about("I agree that it is nice"), zone)[0]?.agreed_words).toBe("");
});
