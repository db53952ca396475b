import { afterAll, beforeAll, expect, test } from "vitest";
import { unfinishedInMail } from "#domains/templates/rules.ts";
import { startEmailCampaigns } from "#testing/campaigns/startEmailCampaigns.ts";
import { hostileMails } from "#testing/templates/hostileMails.ts";
import { startTestApp } from "#testing/testApp.ts";
import { emailTemplates } from "./contract.ts";

/** Whatever is written into a template, nothing in it runs or is fetched where somebody looks at it. */
const app = await startTestApp();
afterAll(() => app.close());
const mail = await startEmailCampaigns(app);
let owner = mail.owner;
const forgetUses = () => app.pool.query("delete from rate_limits");

beforeAll(async () => {
  await mail.signIn();
  owner = mail.owner;
});

const harmful =
  /<\/?(?:script|style|svg|math|iframe|object|embed|form|input|button|textarea|select|base|meta|link|title|template|noscript)\b|\son\w+\s*=|(?:href|src|action|background)\s*=\s*["']?\s*(?:javascript|vbscript|data|file):|expression\s*\(|url\s*\(|@import|position\s*:/i;

/** The email's own part: the frame around it has styles and a title of ours. */
function ownPart(html: string): string {
  const [, after = ""] = html.split(/<td class="body"[^>]*>\n/);
  const [body = ""] = after.split('\n</td></tr></table>\n<table role="presentation" align="center"');
  return body;
}
/** Text, and values of attributes that only are shown, may say what they like. */
const markup = (html: string) =>
  html.replace(/>[^<]*/g, ">").replace(/\s(?:alt|title|align|dir|name|bgcolor)="[^"]*"/g, "");

test.each(hostileMails.map((html, index) => [index, html] as const))(
  "hostile email %i as a template",
  async (index, html) => {
    await forgetUses();
    const title = `${index} "><img src=x onerror=alert(1)><svg onload=alert(1)>`;
    // A word of its own, so that something is left of those that are nothing but harm.
    const template = `<p>Hi</p>${html}`;
    const body = { title, template };
    if (template.includes("\u0000")) {
      await expect(owner(emailTemplates.add, { body })).rejects.toMatchObject({ status: 422 });
      return;
    }
    const { id } = (await owner(emailTemplates.add, { body })).data;
    const { allTemplates } = (await owner(emailTemplates.list, { body: { search_param: title } })).data;
    const stored = allTemplates.find((one) => one.id === id);
    // A title is text, and stays to the letter.
    expect(stored?.title).toBe(title);
    expect(markup(stored?.template ?? "")).not.toMatch(harmful);
    await owner(emailTemplates.update, { params: { id }, body });
    const again = (await owner(emailTemplates.list, { body: { search_param: title } })).data.allTemplates;
    expect(again.find((one) => one.id === id)?.template).toBe(stored?.template);

    const preview = (await owner(emailTemplates.preview, { body: { template, subject: title } })).data.html;
    expect(ownPart(preview)).not.toBe("");
    expect(markup(ownPart(preview))).not.toMatch(harmful);
    expect(preview).toContain(`<title>${index} &quot;&gt;&lt;img src=x onerror=alert(1)&gt;`);
  },
);

const written = (html: string) => ({ email_subject: "", email_preheader: "", campaign_template: html });

test("viewed in a browser, a hostile email is inert, and its page runs and fetches nothing but pictures", async () => {
  const person = await mail.person({ first_name: "<script>alert(1)</script>" });
  const subject = "Sale <svg onload=alert(1)>";
  // What is left of some has a link that leads nowhere, which isn't sent.
  const sendable = hostileMails.slice(0, 30).filter((html) => unfinishedInMail(written(html)).length === 0);
  expect(sendable.length).toBeGreaterThan(15);
  const template = `<p>Hi %first_name%</p>${sendable.join("")}`;
  const id = await mail.campaignTo([person], { email_subject: subject, campaign_template: template });
  await mail.runToEnd(id);
  const sent = app.mails.sent.at(-1)?.html ?? "";
  const [, path = ""] = /https?:\/\/[^"/]+(\/v\/[^"]+)"/.exec(sent) ?? [];
  const { body, headers, statusCode } = await app.http.inject(path);
  expect(statusCode).toBe(200);
  expect(headers["content-security-policy"]).toMatch(/default-src 'none';.*sandbox/);
  for (const html of [sent, body]) {
    expect(ownPart(html)).toContain("Hi &lt;script&gt;alert(1)&lt;/script&gt;");
    expect(markup(ownPart(html))).not.toMatch(harmful);
  }
});

test("two megabytes are refused as template, preview and campaign", async () => {
  const template = "<p>x</p>".repeat(262_144);
  const tooMuch = { status: expect.toBeOneOf([413, 422]) };
  await forgetUses();
  await expect(owner(emailTemplates.add, { body: { title: "Huge", template } })).rejects.toMatchObject(tooMuch);
  await expect(owner(emailTemplates.preview, { body: { template } })).rejects.toMatchObject(tooMuch);
  await expect(mail.add({ save_type: "draft", campaign_template: template })).rejects.toMatchObject(tooMuch);
});
