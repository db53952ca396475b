import { afterAll, expect, test } from "vitest";
import { emailTemplates, mailPictures } from "#domains/templates/email/contract.ts";
import { textTemplates } from "#domains/templates/text/contract.ts";
import { fileOf, photo } from "#testing/inbox/files.ts";
import { startTestApp } from "#testing/testApp.ts";
import { emailCampaigns } from "../../email/contract.ts";
import { textCampaigns } from "../../text/contract.ts";
import { sweepPictures } from "./sweepPictures.ts";

const app = await startTestApp();
afterAll(() => app.close());
const dealer = await app.dealership();
let owner = await app.signIn(dealer.owner);

async function pictured(title: string) {
  const files = { image: fileOf(await photo(50), "lot.jpg") };
  return (await owner(textTemplates.add, { body: { title, template: "Look" }, files })).data.id;
}
const pictures = async () =>
  (await app.pool.query("select id, storage_key from marketing_images order by id")).rows as {
    id: number;
    storage_key: string;
  }[];

test("a picture goes a day after nothing uses it any more; those of campaigns and live templates stay", async () => {
  const [live, used, removed] = [await pictured("Live"), await pictured("Used"), await pictured("Unused")];
  const time = { campaign_send_date: "", campaign_send_time: "", campaign_send_timezone: "", campaign_exclude_days: 0 };
  const draft = { ...time, save_type: "draft", title: "Sale", campaign_template: "Look", campaign_template_id: used };
  await owner(textCampaigns.add, { body: draft });
  await owner(textTemplates.remove, { params: { id: used } });
  await owner(textTemplates.remove, { params: { id: removed } });
  const before = await pictures();
  expect(before).toHaveLength(3);
  await sweepPictures(app.server);
  expect(await pictures()).toEqual(before);

  app.clock.advance(86_400_000 + 1000);
  await sweepPictures(app.server);
  expect(await pictures()).toEqual(before.slice(0, 2));
  const [first, second, third] = before;
  const isStored = async (key = "") => (await app.server.ports.storage.get(key).catch(() => undefined)) !== undefined;
  expect([await isStored(first?.storage_key), await isStored(second?.storage_key)]).toEqual([true, true]);
  expect(await isStored(third?.storage_key)).toBe(false);
  await sweepPictures(app.server);
  owner = await app.signIn(dealer.owner);
  const { allTemplates } = (await owner(textTemplates.list, { body: {} })).data;
  expect(allTemplates.map(({ id, image }) => [id, image !== null])).toEqual([[live, true]]);
});

test("an email's picture stays while a template, a draft or a campaign that was sent has it, and a month in any case", async () => {
  owner = await app.signIn(dealer.owner);
  const shown = async () => {
    const { url } = (await owner(mailPictures.add, { files: { picture: fileOf(await photo(50), "lot.jpg") } })).data;
    return { url, path: new URL(url).pathname, html: `<p><img src="${url}" alt="Our lot"></p>` };
  };
  const [templated, drafted, sent, unused, undone] = [
    await shown(),
    await shown(),
    await shown(),
    await shown(),
    await shown(),
  ];
  const time = { campaign_send_date: "", campaign_send_time: "", campaign_send_timezone: "", campaign_exclude_days: 0 };
  const draft = { ...time, save_type: "draft", email_subject: "Sale" };
  const campaign = async (title: string, html: string) =>
    (await owner(emailCampaigns.add, { body: { ...draft, title, campaign_template: html } })).data.id;
  await owner(emailTemplates.add, { body: { title: "Kept", template: templated.html } });
  const removed = (await owner(emailTemplates.add, { body: { title: "Removed", template: unused.html + sent.html } }))
    .data;
  await owner(emailTemplates.remove, { params: { id: removed.id } });
  await campaign("A draft", drafted.html);
  const [abandoned, finished] = [await campaign("Given up", undone.html), await campaign("Sent", sent.html)];
  // As after it was sent and then deleted.
  await app.pool.query("update campaigns set state = 'sent', submitted_at = now(), deleted_at = now() where id = $1", [
    finished,
  ]);
  await app.pool.query("update campaigns set deleted_at = now() where id = $1", [abandoned]);
  const answers = async () =>
    Promise.all(
      [templated, drafted, sent, unused, undone].map(async ({ path }) => (await app.http.inject(path)).statusCode),
    );

  app.clock.advance(29 * 86_400_000);
  await sweepPictures(app.server);
  expect(await answers()).toEqual([200, 200, 200, 200, 200]);
  app.clock.advance(2 * 86_400_000);
  await sweepPictures(app.server);
  expect(await answers()).toEqual([200, 200, 200, 404, 404]);
});
