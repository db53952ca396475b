import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { duplicates } from "#domains/duplicates/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { team } from "#domains/team/contract.ts";
import { drawing, fileOf, pdf, photo } from "#testing/inbox/files.ts";
import { createInboxFixture, startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { testUrl } from "#testing/testApp.ts";
import { chatAttachments } from "./contract.ts";
import { sweepAttachments } from "./server/sweepAttachments.ts";

const { app, dealer, ...first } = await startInboxTest();
afterAll(() => app.close());

let { agent, fixture } = first;
/** These tests advance the clock by weeks, so sessions expire. */
async function signInAgain() {
  agent = await app.signIn(dealer.agent);
  fixture = createInboxFixture(app, dealer, agent);
}
beforeEach(signInAgain);

let picture: Buffer;
beforeAll(async () => {
  picture = await photo(300);
});

const add = async (chat_id: number, bytes: Uint8Array | string, name: string) => {
  const files = { attachment_path: fileOf(bytes, name) };
  return (await agent(chatAttachments.add, { body: { chat_id }, files })).data;
};
const get = (url: string) => app.http.inject(url.replace(testUrl, ""));
const last = async (chat_id: number) => (await fixture.messages(chat_id)).at(-1);

describe("a picture", () => {
  test("goes with the text at an address the carrier can fetch, and shows in the chat", async () => {
    const { chat_id, phone } = await fixture.chat();
    const added = await add(chat_id, picture, "beach.jpg");
    expect(added).toEqual({
      id: expect.any(Number),
      name: "beach.jpg",
      kind: "image",
      type: "image/jpeg",
      url: expect.stringMatching(/^\/files\//),
      size: expect.any(Number),
    });
    const body = { chat_id, message: "Look", attachment_ids: [added.id], client_id: crypto.randomUUID() };
    const { data } = await agent(inbox.send, { body });
    expect(data).toMatchObject({ message: "Look", media_count: 1, state: "queued", new_message: "Look" });
    expect(data.attachments).toEqual([{ ...added, url: expect.stringMatching(/^\/files\//) }]);
    expect(data.attachment_path).toBe(data.attachments[0]?.url);
    await app.jobs.runAll();
    const sent = fixture.sentTo(phone).at(-1);
    expect(sent?.body).toBe("Look");
    expect(sent?.media).toHaveLength(1);
    expect(sent?.media[0]).toMatch(/^https:\/\/rooftop\.test\/files\/.*\.jpg$/);
    const fetched = await get(sent?.media[0] ?? "");
    expect(fetched.headers).toMatchObject({ "content-type": "image/jpeg", "x-content-type-options": "nosniff" });
    expect((await sharp(fetched.rawPayload).metadata()).format).toBe("jpeg");

    // A carrier may take hours; the address expires after a day.
    app.clock.advance(20 * 3_600_000);
    expect((await get(sent?.media[0] ?? "")).statusCode).toBe(200);
    app.clock.advance(5 * 3_600_000);
    expect((await get(sent?.media[0] ?? "")).statusCode).toBe(404);
  });

  test("needs no text, and several go in the requested order", async () => {
    const { chat_id, phone } = await fixture.chat();
    const [one, two] = [await add(chat_id, picture, "one.jpg"), await add(chat_id, await drawing(), "two.png")];
    const { data } = await agent(inbox.send, { body: { chat_id, attachment_ids: [two.id, one.id] } });
    expect(data.attachments.map(({ name }) => name)).toEqual(["two.png", "one.jpg"]);
    expect(data.new_message).toBe("Sent 2 attachments");
    await app.jobs.runAll();
    const sent = fixture.sentTo(phone).at(-1);
    expect(sent?.body).toBe("");
    expect(sent?.media.map((url) => url.split("/").at(-1))).toEqual(["two.png", "one.jpg"]);
  });
});

describe("another file", () => {
  test("goes as a link below the text that works for thirty days", async () => {
    const { chat_id, phone } = await fixture.chat();
    const added = await add(chat_id, pdf, "Our offer.pdf");
    await agent(inbox.send, { body: { chat_id, message: "As promised", attachment_ids: [added.id] } });
    await app.jobs.runAll();
    const sent = fixture.sentTo(phone).at(-1);
    expect(sent?.media).toEqual([]);
    const [words, line] = sent?.body.split("\n") ?? [];
    expect(words).toBe("As promised");
    expect(line).toMatch(/^Our-offer\.pdf https:\/\/rooftop\.test\/f\/[\w.-]{25,45}$/);
    const link = line?.split(" ")[1] ?? "";

    const open = async () => get((await get(link)).headers.location?.toString() ?? "/none");
    const opened = await open();
    expect(opened.payload).toBe(pdf);
    expect(opened.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": "attachment",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    app.clock.advance(30 * 86_400_000);
    expect((await open()).statusCode).toBe(200);
    app.clock.advance(86_400_000);
    const ended = await get(link);
    expect([ended.statusCode, ended.payload]).toEqual([404, "This link has expired. Ask for a new one."]);
    // Staff can still open it from the chat.
    await signInAgain();
    const message = (await last(chat_id))?.attachments[0];
    expect((await get(message?.url ?? "")).payload).toBe(pdf);
  });

  test("is served so that it can't execute", async () => {
    const { chat_id } = await fixture.chat();
    const page = "<html><script>alert(1)</script></html>";
    for (const name of ["page.html", "logo.svg", "x.xhtml"]) {
      const { url, kind, type } = await add(chat_id, page, name);
      expect([kind, type]).toEqual(["file", "application/octet-stream"]);
      expect((await get(url)).headers).toMatchObject({
        "content-type": "application/octet-stream",
        "content-disposition": "attachment",
        "x-content-type-options": "nosniff",
      });
    }
  });
});

test("one request can carry both text and file, and a repeat sends neither twice", async () => {
  const { chat_id, phone } = await fixture.chat();
  const before = fixture.sentTo(phone).length;
  const client_id = crypto.randomUUID();
  const send = () =>
    agent(inbox.send, {
      body: { chat_id, message: "Both", client_id },
      files: { attachment_path: fileOf(picture, "a.jpg") },
    });
  const first = (await send()).data;
  expect(first.attachments).toMatchObject([{ name: "a.jpg", kind: "image" }]);
  expect((await send()).data).toMatchObject({ id: first.id, attachments: [{ id: first.attachments[0]?.id }] });
  await app.jobs.runAll();
  expect(fixture.sentTo(phone)).toHaveLength(before + 1);
  const { rows } = await app.pool.query("select id from chat_attachments where chat_id = $1", [chat_id]);
  expect(rows).toHaveLength(1);
});

test("retrying a failed message sends its files too", async () => {
  const { chat_id, phone } = await fixture.chat();
  const [image, file] = [await add(chat_id, picture, "a.jpg"), await add(chat_id, pdf, "b.pdf")];
  const refusal = { code: "30003", class: "number", words: "This phone can't be reached." } as const;
  app.sms.answerNext({ kind: "refused", refusal });
  const { data } = await agent(inbox.send, { body: { chat_id, message: "Hi", attachment_ids: [image.id, file.id] } });
  await app.jobs.runAll();
  expect(await last(chat_id)).toMatchObject({ state: "failed" });
  const again = await agent(inbox.retry, { params: { message_id: data.id } });
  expect(again.data.attachments.map(({ name }) => name)).toEqual(["a.jpg", "b.pdf"]);
  await app.jobs.runAll();
  const sent = fixture.sentTo(phone).slice(-2);
  expect(sent.map(({ media }) => media.length)).toEqual([1, 1]);
  expect(sent[1]?.body).toMatch(/^Hi\nb\.pdf https:/);
});

test("a merge moves messages with their files", async () => {
  const [survivor, merged] = [await fixture.chat(), await fixture.chat()];
  const { id } = await add(merged.chat_id, pdf, "offer.pdf");
  await agent(inbox.send, { body: { chat_id: merged.chat_id, attachment_ids: [id] } });
  await app.jobs.runAll();
  const link = /\/f\/\S+/.exec(fixture.sentTo(merged.phone).at(-1)?.body ?? "")?.[0] ?? "";
  const manager = await app.signIn(dealer.manager);
  const body = { kept_id: survivor.id, merged_id: merged.id };
  const { merge_id } = (await manager(duplicates.merge, { body })).data;
  const filesIn = async (chat_id: number) =>
    (await fixture.messages(chat_id)).flatMap(({ attachments }) => attachments.map(({ name }) => name));
  expect(await filesIn(survivor.chat_id)).toEqual(["offer.pdf"]);
  expect((await get(link)).statusCode).toBe(302);
  await manager(duplicates.undo, { body: { merge_id } });
  expect([await filesIn(survivor.chat_id), await filesIn(merged.chat_id)]).toEqual([[], ["offer.pdf"]]);
});

test("inbound media shows in the chat once it is fetched, and browsers are notified", async () => {
  const { chat_id, phone } = await fixture.chat();
  const bytes = await drawing();
  app.sms.fetchMedia = async () => ({ type: "text/html", bytes });
  const media = [{ url: "https://example.com/1.png", type: "text/html" }];
  await app.sms.listener.onInboundText({ ...fixture.inbound(phone, ""), media });
  expect(await last(chat_id)).toMatchObject({ media_count: 1, attachments: [], attachment_path: null });
  app.events.published.splice(0);
  await app.jobs.runAll();
  const message = await last(chat_id);
  expect(message?.attachments).toEqual([
    {
      id: expect.any(Number),
      name: "Picture.png",
      kind: "image",
      type: "image/png",
      size: bytes.length,
      url: message?.attachment_path,
    },
  ]);
  expect((await get(message?.attachment_path ?? "")).statusCode).toBe(200);
  const payload = { message_id: message?.id, target_id: chat_id, what: "state" };
  expect(app.events.published).toContainEqual(expect.objectContaining({ event: "chat-message-open", payload }));
});

describe("an unsent file", () => {
  test("can be removed, and its address stops working", async () => {
    const { chat_id } = await fixture.chat();
    const { id, url } = await add(chat_id, picture, "a.jpg");
    await agent(chatAttachments.remove, { params: { attachment_id: id } });
    await expect.poll(async () => (await get(url)).statusCode).toBe(404);
    await expect(agent(chatAttachments.remove, { params: { attachment_id: id } })).rejects.toMatchObject({
      status: 404,
    });
  });

  test("is removed after a day, while sent files stay", async () => {
    const { chat_id } = await fixture.chat();
    const [unsent, sent] = [await add(chat_id, picture, "a.jpg"), await add(chat_id, picture, "b.jpg")];
    await agent(inbox.send, { body: { chat_id, attachment_ids: [sent.id] } });
    const remaining = async () =>
      (await app.pool.query("select id from chat_attachments where chat_id = $1 order by id", [chat_id])).rows;
    await sweepAttachments(app.server);
    expect(await remaining()).toHaveLength(2);
    app.clock.advance(86_400_001);
    await sweepAttachments(app.server);
    expect(await remaining()).toEqual([{ id: sent.id }]);
    const { rows } = await app.pool.query("select storage_key from chat_attachments where id = $1", [sent.id]);
    expect(await app.server.ports.storage.get(rows[0].storage_key)).toBeDefined();
    expect((await get(unsent.url)).statusCode).toBe(404);
  });
});

test.each([
  (name: string) => `@${name} can help`,
  (name: string) => `Ask @[${name}](user:1) or <@1>`,
  () => "Mail me at jen@lot.test @ 3",
])("an @ in a text is a plain character: it goes out as typed and notifies nobody", async (write) => {
  const { chat_id, phone } = await fixture.chat();
  const { teamMembers } = (await agent(team.chat)).data;
  const manager = teamMembers.find(({ user_type }) => user_type === "manager");
  const message = write(manager?.name ?? "");
  // Former clients name whom they mention.
  const body = { chat_id, message, mentions: [manager?.id ?? 0, 999_999], client_id: crypto.randomUUID() };
  await agent(inbox.send, { body });
  await app.jobs.runAll();
  expect(fixture.sentTo(phone).at(-1)?.body).toBe(message);
  const { rows } = await app.pool.query("select 1 from notifications where chat_id = $1 and kind = 'mention'", [
    chat_id,
  ]);
  expect(rows).toEqual([]);
});
