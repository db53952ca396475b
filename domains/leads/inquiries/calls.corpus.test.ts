import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import {
  addressedTo,
  type MailForm,
  mailForms,
  type VendorLead,
  type VendorStyle,
  vendorStyles,
} from "#simulator/server/leadMails.ts";
import type { Dealership } from "#testing/dealership.ts";
import { inDepth } from "#testing/deep.ts";
import { createRecordedMails } from "#testing/recordedMails.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { leads } from "../contract.ts";
import { leadAddress } from "./contract.ts";

const secret = "a-password-of-a-mail-server";
let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let email: string;

beforeAll(async () => {
  app = await startTestApp({ email: createRecordedMails({ secret, inboundDomain: "leads.example.com" }) });
  dealer = await app.dealership();
  agent = await app.signIn(dealer.agent);
  ({ email } = (await (await app.signIn(dealer.owner))(leadAddress.shown)).data);
});
afterAll(() => app.close());

const styles = Object.keys(vendorStyles) as VendorStyle[];
const forms = Object.keys(mailForms) as MailForm[];
const count = inDepth(330, 44);

/** Words as people write them, in letters that every form of mail carries. */
const words = fc.stringMatching(/^[A-Za-z][A-Za-z '’.-]{1,18}[a-z]$/);
const arbitraryLead = fc.record({
  provider: fc.constantFrom("AutoFinder", "Cars & Co", "CarSpot & Sons", "O'Neil Motors"),
  first_name: words,
  last_name: words,
  year: fc.integer({ min: 1995, max: 2027 }).map(String),
  make: fc.constantFrom("Honda", "Land Rover", "Mercedes-Benz"),
  model: fc.constantFrom("Accord", "Town & Country", "CX-5", "3 Series"),
  comments: fc.array(words, { minLength: 1, maxLength: 12 }).map((all) => `${all.join(" ")} < $20,000 & more?`),
});
const seeded = fc.sample(arbitraryLead, { numRuns: count, seed: 34 });

/** What hostile or broken senders do to the text of a mail; none of it may lose the mail. */
const damages: Readonly<Record<string, (adf: string) => string>> = {
  "cut off": (adf) => adf.slice(0, Math.floor(adf.length * 0.6)),
  "entities that multiply": (adf) =>
    `<!DOCTYPE adf [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>${adf.replace("<adf>", "<adf>&b;&c;")}`,
  "an endless comment": (adf) => `<!-- ${"-".repeat(200_000)}${adf}`,
  "a thousand levels": (adf) => adf.replace("<adf>", `<adf>${"<x>".repeat(1_000)}`),
  "no end tags": (adf) => adf.replace(/<\/[^>]+>/g, ""),
  "a control character": (adf) => adf.replace("</comments>", "\u0000\u0007\u202e</comments>"),
  "an attribute without quotes": (adf) => adf.replace(/="([^"]*)"/g, "=$1"),
};

const send = (mail: Buffer) =>
  app.http.inject({
    method: "POST",
    url: "/webhooks/email/lead",
    headers: { authorization: `Bearer ${secret}`, "content-type": "message/rfc822" },
    payload: addressedTo(email, mail),
  });

/** Each mail three times in parallel, a few mails at once, as a mail server under load does. */
async function deliver(mails: readonly Buffer[]): Promise<void> {
  for (let at = 0; at < mails.length; at += 5) {
    const batch = mails.slice(at, at + 5).flatMap((mail) => [mail, mail, mail]);
    const answers = await Promise.all(batch.map(send));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(batch.map(() => 200));
  }
}

async function received(): Promise<Map<string, { id: number; read_by: string; comments: string; lead_count: number }>> {
  const { rows } = await app.pool.query(
    `select l.id, coalesce(nullif(l.phone, ''), nullif(l.email, ''), i.comments) as key, i.read_by, i.comments
     from leads l join lead_inquiries i on i.dealer_id = l.dealer_id and i.lead_id = l.id where l.dealer_id = $1`,
    [dealer.dealer_id],
  );
  const byKey = new Map<string, { id: number; read_by: string; comments: string; lead_count: number }>();
  for (const { id, key, read_by, comments } of rows)
    byKey.set(key, { id, read_by, comments, lead_count: (byKey.get(key)?.lead_count ?? 0) + 1 });
  return byKey;
}

test(`${count} mails of five vendors in eleven forms, each delivered three times at once, are one lead each`, {
  timeout: 600_000,
}, async () => {
  const sent = seeded.map((invented, at): { lead: VendorLead; mail: Buffer } => {
    const style = styles[at % styles.length] ?? "marketplace";
    const form = forms[Math.floor(at / styles.length) % forms.length] ?? "plain";
    const phone = `909231${String(1_000 + at).padStart(4, "0")}`;
    const plain = (text: string) => (form === "misnamed" ? text.replaceAll("’", "'") : text);
    const lead = {
      ...invented,
      id: `ID-${10_000 + at}`,
      first_name: plain(invented.first_name),
      last_name: plain(invented.last_name),
      comments: plain(invented.comments),
      email: `person${at}@example.com`,
      phone,
      stock: `P${at}`,
    };
    return { lead, mail: mailForms[form](`c${at}`, vendorStyles[style](lead)) };
  });
  await deliver(sent.map(({ mail }) => mail));
  const rows = (await agent(leads.table, { body: { show: "all", length: -1 } })).data;
  expect(rows).toHaveLength(count);
  const found = await received();
  for (const { lead } of sent) {
    const row = rows.find(({ phone }) => phone === `+1${lead.phone}`);
    expect(row, lead.id).toMatchObject({
      email: lead.email,
      source: lead.provider,
      stock: lead.stock,
      inquiries: 1,
    });
    const kept = found.get(`+1${lead.phone}`);
    expect(kept).toMatchObject({ read_by: "adf", lead_count: 1 });
    const [said = ""] = lead.comments.split(" < ");
    expect(kept?.comments.replace(/\s+/g, " "), lead.id).toContain(said.replace(/\s+/g, " ").trim());
  }
});

test("what is broken or hostile is kept, as a lead or as its words", { timeout: 600_000 }, async () => {
  const before = (await received()).size;
  const broken = Object.entries(damages).flatMap(([name, damage], at) =>
    styles.map((style, place) => {
      const lead: VendorLead = {
        id: `B${at}${place}-${name.length}`,
        provider: "AutoFinder",
        first_name: "Renee",
        last_name: "ONeil",
        email: `broken${at}${place}@example.com`,
        phone: `909232${String(1_000 + at * 10 + place)}`,
        year: "2021",
        make: "Honda",
        model: "Accord",
        stock: `B${at}${place}`,
        comments: `Is number ${at}${place} still here?`,
      };
      return mailForms.plain(`b${at}${place}`, damage(vendorStyles[style](lead)));
    }),
  );
  await deliver(broken);
  const { rows } = await app.pool.query("select count(*)::int as count from lead_inquiries where dealer_id = $1", [
    dealer.dealer_id,
  ]);
  expect(rows[0].count).toBe(before + broken.length);
  const { rows: leaked } = await app.pool.query(
    "select id from lead_inquiries where comments like '%root:%' or length(comments) > 8000",
  );
  expect(leaked).toEqual([]);
});
