import { afterAll, expect, test } from "vitest";
import { startTestApp } from "#testing/testApp.ts";
import { emailTemplates } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());
const dealer = await app.dealership();
const owner = await app.signIn(dealer.owner);
const agent = await app.signIn(dealer.agent);

let count = 0;
const draft = (template = "<p>Hi %first_name%</p>") => {
  count += 1;
  return { title: `Spring ${count}`, template };
};
const saved = async (id: number) =>
  (await agent(emailTemplates.list, { body: {} })).data.allTemplates.find((template) => template.id === id);

test("a template is saved, found, changed and deleted", async () => {
  const body = draft();
  const added = await owner(emailTemplates.add, { body });
  expect(added).toMatchObject({ status: "success", message: "Template saved" });
  const { id } = added.data;
  expect(await saved(id)).toEqual({ id, ...body, updated_at: expect.any(String) });
  const search = { search_param: body.title.toLowerCase() };
  const found = (await agent(emailTemplates.list, { body: search })).data;
  expect(found).toMatchObject({ allTemplates: [{ id }], truncated: false });
  await owner(emailTemplates.update, { params: { id }, body: { title: "Fall", template: "<h1>Fall</h1>" } });
  expect(await saved(id)).toMatchObject({ title: "Fall", template: "<h1>Fall</h1>" });
  await owner(emailTemplates.remove, { params: { id } });
  expect(await saved(id)).toBeUndefined();
  await expect(owner(emailTemplates.remove, { params: { id } })).rejects.toMatchObject({ status: 404 });
  await expect(owner(emailTemplates.update, { params: { id }, body })).rejects.toMatchObject({ status: 404 });
  const query = "select action from audit_log where subject = 'email template' and subject_id = $1";
  const trail = await app.pool.query(query, [id]);
  expect(trail.rows.map(({ action }) => action)).toEqual(["changed", "deleted"]);
});

test("what could harm a reader is never stored", async () => {
  const harmful =
    '<p onclick="x()" style="color:red;position:fixed">Hi<script>x()</script></p><a href="javascript:x()">y</a>';
  const { id } = (await owner(emailTemplates.add, { body: draft(harmful) })).data;
  const clean = '<p style="color:red">Hi</p><a>y</a>';
  expect(await saved(id)).toMatchObject({ template: clean });
  await owner(emailTemplates.update, { params: { id }, body: draft(`${harmful}!`) });
  expect(await saved(id)).toMatchObject({ template: `${clean}!` });
});

test.each(["", "<p></p>", "<p>&nbsp;</p>", "<script>alert(1)</script>"])(
  "%j is no content, in the specified words",
  async (template) => {
    const empty = owner(emailTemplates.add, { body: { title: "Empty", template } });
    await expect(empty).rejects.toMatchObject({ status: 422, fields: { template: "Template Content is required" } });
  },
);

test("a title is required, and there once at a location", async () => {
  const untitled = owner(emailTemplates.add, { body: { ...draft(), title: " " } });
  await expect(untitled).rejects.toMatchObject({ status: 422, fields: { title: "Template Title is required" } });
  const body = draft();
  const { id } = (await owner(emailTemplates.add, { body })).data;
  const again = owner(emailTemplates.add, { body: { ...body, title: body.title.toUpperCase() } });
  await expect(again).rejects.toMatchObject({ fields: { title: "A template with this title already exists" } });
  await owner(emailTemplates.remove, { params: { id } });
  await owner(emailTemplates.add, { body });
});

test("two megabytes are refused", async () => {
  const large = owner(emailTemplates.add, { body: draft("<p>x</p>".repeat(262_144)) });
  await expect(large).rejects.toMatchObject({ status: expect.toBeOneOf([413, 422]) });
});

test("agents use templates and don't edit them; another location has its own", async () => {
  const { id } = (await owner(emailTemplates.add, { body: draft() })).data;
  const refused = { status: 403 };
  await expect(agent(emailTemplates.add, { body: draft() })).rejects.toMatchObject(refused);
  await expect(agent(emailTemplates.update, { params: { id }, body: draft() })).rejects.toMatchObject(refused);
  await expect(agent(emailTemplates.remove, { params: { id } })).rejects.toMatchObject(refused);
  const elsewhere = await app.signIn(dealer.otherAgent);
  expect((await elsewhere(emailTemplates.list, { body: {} })).data.allTemplates).toEqual([]);
});

test("who changes a template that somebody else changed meanwhile is asked", async () => {
  const { id } = (await owner(emailTemplates.add, { body: draft() })).data;
  const seen_updated_at = (await saved(id))?.updated_at;
  app.clock.advance(1_000);
  await owner(emailTemplates.update, { params: { id }, body: { ...draft("<p>First</p>"), seen_updated_at } });
  const second = { ...draft("<p>Second</p>"), seen_updated_at };
  await expect(owner(emailTemplates.update, { params: { id }, body: second })).rejects.toMatchObject({ status: 409 });
  expect(await saved(id)).toMatchObject({ template: "<p>First</p>" });
});

test("a preview shows the whole email, with links that count nothing", async () => {
  const body = {
    subject: "Spring",
    template: '<p>Hi %first_name%, <a href="https://a.example/?a=1&amp;b=2">look</a><script>x()</script></p>',
  };
  const { html, bytes } = (await agent(emailTemplates.preview, { body })).data;
  expect(html).toContain("Hi %first_name%, ");
  expect(html).toContain('href="https://a.example/?a=1&amp;b=2"');
  expect(html).toContain("Unsubscribe");
  expect(html).not.toMatch(/%%|<script/);
  expect(bytes).toBe(Buffer.byteLength(html));
});
