import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { cutToLimit } from "#core/smsCounter.ts";
import { chatAttachments } from "#domains/inbox/attachments/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { fileOf, pdf, photo } from "#testing/inbox/files.ts";
import { createInboxFixture } from "#testing/inbox/inboxFixture.ts";
import { startTestApp, testUrl } from "#testing/testApp.ts";
import { textTemplates } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());
const dealer = await app.dealership();
const owner = await app.signIn(dealer.owner);
const agent = await app.signIn(dealer.agent);

let count = 0;
const draft = (text = "Hi %first_name%, our sale starts today") => {
  count += 1;
  return { title: `Sale ${count}`, template: text };
};
const saved = async (id: number) =>
  (await agent(textTemplates.list, { body: {} })).data.allTemplates.find((template) => template.id === id);
const fetchImage = (url: string | null | undefined) => app.http.inject((url ?? "").replace(testUrl, ""));

test("a template is saved, found, changed and deleted", async () => {
  const body = draft();
  const added = await owner(textTemplates.add, { body });
  expect(added).toMatchObject({ status: "success", message: "Template saved" });
  const { id } = added.data;
  expect(await saved(id)).toEqual({ id, ...body, image: null, updated_at: expect.any(String) });
  const search = { search_param: body.title.toLowerCase() };
  expect((await agent(textTemplates.list, { body: search })).data).toMatchObject({ truncated: false });
  await owner(textTemplates.update, { params: { id }, body: { title: "Spring", template: "Line one\nline two" } });
  expect(await saved(id)).toMatchObject({ title: "Spring", template: "Line one\nline two" });
  await owner(textTemplates.remove, { params: { id } });
  expect(await saved(id)).toBeUndefined();
  await expect(owner(textTemplates.remove, { params: { id } })).rejects.toMatchObject({ status: 404 });
  const trail = await app.pool.query(
    "select action from audit_log where subject = 'text template' and subject_id = $1",
    [id],
  );
  expect(trail.rows.map(({ action }) => action)).toEqual(["changed", "deleted"]);
});

test("its picture is re-encoded for carriers, replaced and removed", async () => {
  const files = { image: fileOf(await photo(2_000), "lot.jpg") };
  const { id } = (await owner(textTemplates.add, { body: draft(), files })).data;
  const first = await saved(id);
  const fetched = await fetchImage(first?.image);
  expect(fetched.headers["content-type"]).toBe("image/jpeg");
  expect(fetched.rawPayload.length).toBeLessThan(600_000);
  expect((await sharp(fetched.rawPayload).metadata()).width).toBeLessThanOrEqual(1_600);

  await owner(textTemplates.update, { params: { id }, body: { title: "Pictured", template: "Look" } });
  expect((await saved(id))?.image).toBe(first?.image);
  const other = { image: fileOf(await photo(300), "other.jpg") };
  await owner(textTemplates.update, { params: { id }, body: { title: "Pictured", template: "Look" }, files: other });
  expect((await saved(id))?.image).not.toBe(first?.image);
  await owner(textTemplates.update, { params: { id }, body: { title: "Pictured", template: "Look", remove_image: 1 } });
  expect((await saved(id))?.image).toBeNull();
});

test("says what is missing, in the specified words, and cuts at the counter's limit", async () => {
  const empty = owner(textTemplates.add, { body: { title: " ", template: "" } });
  await expect(empty).rejects.toMatchObject({
    status: 422,
    fields: { title: "Template Title is required", template: "Template Content is required" },
  });
  const long = `${"x".repeat(319)}\u{1f697}${"y".repeat(1_281)}`;
  const { id } = (await owner(textTemplates.add, { body: draft(long) })).data;
  expect((await saved(id))?.template).toBe(cutToLimit(long));
  const files = { image: fileOf(pdf, "brochure.jpg") };
  await expect(owner(textTemplates.add, { body: draft(), files })).rejects.toMatchObject({
    status: 422,
    fields: { image: expect.stringContaining("not a picture") },
  });
});

test("a title is there once at a location, whatever its case", async () => {
  const body = draft();
  const { id } = (await owner(textTemplates.add, { body })).data;
  const again = owner(textTemplates.add, { body: { ...body, title: body.title.toUpperCase() } });
  await expect(again).rejects.toMatchObject({ fields: { title: "A template with this title already exists" } });
  const other = (await owner(textTemplates.add, { body: draft() })).data;
  const renamed = owner(textTemplates.update, { params: { id: other.id }, body });
  await expect(renamed).rejects.toMatchObject({ status: 422 });
  await owner(textTemplates.remove, { params: { id } });
  await owner(textTemplates.update, { params: { id: other.id }, body });
});

test("agents use templates and don't edit them; another location has its own", async () => {
  const { id } = (await owner(textTemplates.add, { body: draft() })).data;
  const refused = { status: 403 };
  await expect(agent(textTemplates.add, { body: draft() })).rejects.toMatchObject(refused);
  await expect(agent(textTemplates.update, { params: { id }, body: draft() })).rejects.toMatchObject(refused);
  await expect(agent(textTemplates.remove, { params: { id } })).rejects.toMatchObject(refused);
  const elsewhere = await app.signIn(dealer.otherAgent);
  const { allTemplates } = (await elsewhere(textTemplates.list, { body: {} })).data;
  expect(allTemplates).toEqual([]);
});

test("who changes a template that somebody else changed meanwhile is asked", async () => {
  const { id } = (await owner(textTemplates.add, { body: draft() })).data;
  const seen_updated_at = (await saved(id))?.updated_at;
  const first = { ...draft("First"), seen_updated_at };
  app.clock.advance(1_000);
  await owner(textTemplates.update, { params: { id }, body: first });
  const second = { ...draft("Second"), seen_updated_at };
  await expect(owner(textTemplates.update, { params: { id }, body: second })).rejects.toMatchObject({ status: 409 });
  expect(await saved(id)).toMatchObject({ template: "First" });
  // Keeping one's own is a choice.
  await owner(textTemplates.update, { params: { id }, body: { title: second.title, template: "Second" } });
  expect(await saved(id)).toMatchObject({ template: "Second" });
});

test("an agent sends a template's picture in a chat, which keeps it when the template goes", async () => {
  const { chat_id } = await createInboxFixture(app, dealer, agent).chat();
  const files = { image: fileOf(await photo(300), "lot.jpg") };
  const { id } = (await owner(textTemplates.add, { body: draft(), files })).data;
  const { data: picture } = await agent(chatAttachments.addFromTemplate, { params: { id }, body: { chat_id } });
  expect(picture).toMatchObject({ kind: "image", name: "picture.jpg", type: "image/jpeg" });
  await owner(textTemplates.remove, { params: { id } });
  const body = { chat_id, message: "Look", attachment_ids: [picture?.id ?? 0] };
  const sent = (await agent(inbox.send, { body })).data;
  expect(sent).toMatchObject({ message: "Look", attachments: [{ id: picture?.id }] });
  expect((await fetchImage(picture?.url)).statusCode).toBe(200);

  const bare = (await owner(textTemplates.add, { body: draft() })).data;
  expect(
    (await agent(chatAttachments.addFromTemplate, { params: { id: bare.id }, body: { chat_id } })).data,
  ).toBeNull();
  const deleted = agent(chatAttachments.addFromTemplate, { params: { id }, body: { chat_id } });
  await expect(deleted).rejects.toMatchObject({ status: 404 });
  const pictured = (await owner(textTemplates.add, { body: draft(), files })).data;
  const elsewhere = await app.signIn(dealer.otherAgent);
  const foreign = elsewhere(chatAttachments.addFromTemplate, { params: { id: pictured.id }, body: { chat_id } });
  await expect(foreign).rejects.toMatchObject({ status: 404 });
});
