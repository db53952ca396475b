import { afterAll, beforeEach, expect, test } from "vitest";
import { sendsNow } from "#testing/campaigns/startCampaigns.ts";
import { startEmailCampaigns } from "#testing/campaigns/startEmailCampaigns.ts";
import { startTestApp } from "#testing/testApp.ts";
import { emailPreview, testEmails } from "../../compose/contract.ts";
import { emailCampaigns } from "../../email/contract.ts";
import { attributeOutcomes } from "../../sending/server/outcomes.ts";

const app = await startTestApp();
afterAll(() => app.close());
const mail = await startEmailCampaigns(app);
const browser =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
const google = "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)";

beforeEach(async () => {
  await mail.signIn();
  app.mails.sent.splice(0);
});

/** A mail that arrived a minute ago, with the ways to its addresses. */
async function arrived() {
  const person = await mail.person();
  const id = await mail.campaignTo([person]);
  await mail.runToEnd(id);
  const sent = app.mails.sent.at(-1);
  const html = sent?.html ?? "";
  app.clock.advance(60_000);
  const paths = [...html.matchAll(/https?:\/\/[^"/]+(\/[lov]\/[^"]+)"/g)].map(([, path = ""]) => path);
  const links = paths.filter((path) => path.startsWith("/l/"));
  const pathOf = (start: string) => paths.find((path) => path.startsWith(start)) ?? "";
  const row = async () => (await mail.rows(id))[0];
  return { id, person, sent, links, hidden: links.at(-1) ?? "", pixel: pathOf("/o/"), view: pathOf("/v/"), row };
}
const visit = (url: string, agent = browser, method: "GET" | "HEAD" = "GET") =>
  app.server.http.inject({ method, url, headers: { "user-agent": agent } });

test("a person's visit counts, and a click implies an opening", async () => {
  const { id, links, pixel, row } = await arrived();
  expect((await visit(pixel, google)).rawPayload).toHaveLength(43);
  expect(await row()).toMatchObject({ opened_at: expect.any(Date), clicked_at: null });
  const answer = await visit(links[1] ?? "");
  expect(answer.statusCode).toBe(302);
  expect(answer.headers.location).toBe("https://shop.test/?who=Cara");
  expect(await mail.detail(id)).toMatchObject({
    stats: { opened: 100, clicked: 100 },
    links: [{ people: 0 }, { people: 1, clicks: 1 }, { people: 0 }],
  });
  const other = await arrived();
  await visit(other.links[0] ?? "");
  expect(await other.row()).toMatchObject({ opened_at: expect.any(Date), clicked_at: expect.any(Date) });
});

test("programs count as programs: by name, by haste, by the hidden link, by many links at once", async () => {
  const byName = await arrived();
  await visit(byName.pixel, "Mozilla/5.0");
  await visit(byName.links[0] ?? "", "curl/8.5.0");
  await visit(byName.links[0] ?? "", browser, "HEAD");
  const byHidden = await arrived();
  await visit(byHidden.links[0] ?? "");
  expect((await visit(byHidden.hidden)).statusCode).toBe(404);
  const byMany = await arrived();
  for (const link of byMany.links.slice(0, 3)) await visit(link);
  for (const { row } of [byName, byHidden, byMany]) {
    expect(await row()).toMatchObject({ opened_at: null, clicked_at: null, machine_opened_at: expect.any(Date) });
  }
  expect((await mail.detail(byName.id)).stats).toMatchObject({ opened: 0, machine_opened_count: 1 });
});

test("a visit that is not ours leads nowhere, one of a deleted campaign still where it did", async () => {
  const { id, links, pixel, view } = await arrived();
  const forged = await visit(`${(links[0] ?? "").slice(0, -3)}abc`);
  expect([forged.statusCode, forged.headers.location]).toEqual([404, undefined]);
  expect((await visit(pixel.replace("/o/", "/l/").replace(".gif", ""))).statusCode).toBe(404);
  await mail.owner(emailCampaigns.remove, { params: { id } });
  expect((await visit(links[0] ?? "")).headers.location).toBe("https://shop.test/cars");
  const page = await visit(view);
  expect(page.body).toContain("Our sale starts today, Cara.");
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(page.body).not.toContain("%%");
});

test("the business's own look at a mail counts nothing and unsubscribes nobody", async () => {
  const { id, row } = await arrived();
  const { data: rows } = await mail.owner(emailCampaigns.recipients, { params: { id }, body: {} });
  const [shown] = rows;
  const page = await visit(shown?.view_url ?? "");
  expect(page.body).toContain('href="https://shop.test/cars"');
  expect(page.body).not.toMatch(/\/[ulo]\//);
  expect(await row()).toMatchObject({ opened_at: null });
});

test("what providers report stands at the person, and who unsubscribes is counted to the campaign", async () => {
  const { id, sent, row } = await arrived();
  const references = [sent?.reference ?? ""];
  await app.mails.report({ kind: "delivered", references, words: "250", event_id: "1" });
  expect(await row()).toMatchObject({ state: "delivered" });
  await app.mails.report({ kind: "complained", references, words: "abuse", event_id: "2" });
  await app.mails.report({ kind: "bounced", bounce: "soft", references, words: "full", event_id: "3" });
  expect(await row()).toMatchObject({ state: "failed", bounce: "soft", complained_at: expect.any(Date) });
  await app.mails.report({
    kind: "delivered",
    references: ["c.1-1-1.000000000000000000000000"],
    words: "",
    event_id: "4",
  });
  const other = await arrived();
  const url = new URL(other.sent?.list?.unsubscribeUrl ?? "");
  await app.server.http.inject({ method: "POST", url: url.pathname, payload: "List-Unsubscribe=One-Click" });
  await attributeOutcomes(app.server);
  expect((await mail.detail(other.id)).stats).toMatchObject({ unsubscribes: 1 });
  expect((await mail.detail(id)).stats).toMatchObject({ complaints: 1, bounces: 100 });
});

test("before sending: who would get it, what to mend, and a test that counts nothing", async () => {
  const [one, twin] = [await mail.person(), await mail.person()];
  await app.pool.query("update customers set email = $1 where id = $2", [one.email, twin.id]);
  const list_id = await mail.list([one.id, twin.id]);
  const audience = await mail.owner(emailPreview.audience, {
    body: { ...sendsNow, campaign_customers_list: [list_id] },
  });
  expect(audience.data).toMatchObject({ audience: 2, mailed: 1, reasons: [{ reason: "duplicate", count: 1 }] });
  const { data } = await mail.owner(emailPreview.preflight, { body: mail.message });
  expect(data.findings.filter(({ level }) => level === "error")).toEqual([]);
  expect(data).toMatchObject({
    subject: "Hi Owner",
    links: ["https://shop.test/cars", expect.any(String), expect.any(String)],
  });
  await mail.owner(testEmails.send, { body: { ...mail.message, email: "me@example.com" } });
  const again = mail.owner(testEmails.send, { body: { ...mail.message, email: "me@example.com" } });
  await expect(again).rejects.toMatchObject({ status: 409 });
  const sent = app.mails.to("me@example.com");
  expect(sent?.subject).toBe("Hi Owner");
  expect(sent?.html).toContain('href="https://shop.test/cars"');
  expect(sent?.html).not.toContain("%%");
});
