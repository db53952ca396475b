import { afterAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { maxFileBytes } from "#core/fileSize.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { drawing, fileOf, pdf, photo, pngBomb, svgWithScript } from "#testing/inbox/files.ts";
import { createInboxFixture, startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { chatAttachments } from "./contract.ts";
import { attachmentLink } from "./server/public.ts";

const { app, dealer, agent, fixture } = await startInboxTest();
afterAll(() => app.close());

const picture = await drawing();
const add = (chat_id: number, bytes: Uint8Array | string, name: string, call: Caller = agent) =>
  call(chatAttachments.add, { body: { chat_id }, files: { attachment_path: fileOf(bytes, name) } });
const stored = async (chat_id: number) =>
  (await app.pool.query("select id from chat_attachments where chat_id = $1", [chat_id])).rows.length;

describe("a hostile file fails validation with a message, and nothing is stored", async () => {
  const whole = await photo(300);
  test.each([
    ["a script named as a picture", svgWithScript, "logo.png", /isn't a picture, despite its name/],
    ["a truncated picture", whole.subarray(0, whole.length / 2), "half.jpg", /may be damaged/],
    ["a decompression bomb", pngBomb(20_000), "bomb.png", /20,000 × 20,000 pixels/],
    ["an empty file", "", "empty.pdf", /empty\.pdf is empty/],
    ["a program", "MZ\u0090\u0000", "offer.pdf", /is a program/],
    ["a file over the size limit", Buffer.alloc(maxFileBytes + 1, 1), "large.bin", /^Files can be up to 10 MB$/],
  ])("%s", async (_what, bytes, name, words) => {
    const { chat_id } = await fixture.chat();
    const failure = {
      status: 422,
      message: expect.stringMatching(words),
      fields: { attachment_path: expect.stringMatching(words) },
    };
    await expect(add(chat_id, bytes, name)).rejects.toMatchObject(failure);
    const files = { attachment_path: fileOf(bytes, name) };
    await expect(agent(inbox.send, { body: { chat_id, message: "Hi" }, files })).rejects.toMatchObject(failure);
    expect(await stored(chat_id)).toBe(0);
    expect(await fixture.messages(chat_id)).toHaveLength(1);
  });

  test("no file at all", async () => {
    const { chat_id } = await fixture.chat();
    const failure = { status: 422, fields: { attachment_path: "Choose a file" } };
    await expect(agent(chatAttachments.add, { body: { chat_id } })).rejects.toMatchObject(failure);
    await expect(add(chat_id, "", "")).rejects.toMatchObject(failure);
  });
});

test.each([
  ["with a NUL", "a\u0000b.pdf", "a b.pdf"],
  ["with a right-to-left override", "offer\u202Efdp.txt", "offerfdp.txt"],
  ["with folders", "..\\..\\x/y.pdf", "y.pdf"],
  ["with markup", `"><img src=x onerror=alert(1)>.pdf`, `"><img src=x onerror=alert(1)>.pdf`],
])("a name %s is cleaned", async (_what, name, cleaned) => {
  const { chat_id } = await fixture.chat();
  const { data } = await add(chat_id, pdf, name);
  expect(data.name).toBe(cleaned);
  expect(data.url).toMatch(/^\/files\/[\w./-]+$/);
  expect((await app.http.inject(data.url)).statusCode).toBe(200);
});

describe("a message", () => {
  test("with neither text nor file is refused", async () => {
    const { chat_id } = await fixture.chat();
    const failure = { status: 422, fields: { message: "Message cannot be empty" } };
    await expect(agent(inbox.send, { body: { chat_id, message: " " } })).rejects.toMatchObject(failure);
    await expect(agent(inbox.send, { body: { chat_id, attachment_ids: [] } })).rejects.toMatchObject(failure);
    const files = { attachment_path: fileOf("", "") };
    await expect(agent(inbox.send, { body: { chat_id }, files })).rejects.toMatchObject(failure);
  });

  test("with more than ten files is refused", async () => {
    const { chat_id } = await fixture.chat();
    const failure = { status: 422, fields: { attachment_ids: "A message can have up to 10 files" } };
    const attachment_ids = Array.from({ length: 11 }, (_, at) => at + 1);
    await expect(agent(inbox.send, { body: { chat_id, attachment_ids } })).rejects.toMatchObject(failure);
    const files = { attachment_path: fileOf(picture, "a.png") };
    const ten = attachment_ids.slice(1);
    await expect(agent(inbox.send, { body: { chat_id, attachment_ids: ten }, files })).rejects.toMatchObject(failure);
  });

  test("accepts only the sender's own files of that chat, each once", async () => {
    const [here, elsewhere] = [await fixture.chat(), await fixture.chat()];
    const manager = await app.signIn(dealer.manager);
    const other = await app.dealership();
    const theirs = createInboxFixture(app, other, await app.signIn(other.agent));
    const foreignChat = await theirs.chat();
    const foreign = await add(foreignChat.chat_id, picture, "a.png", await app.signIn(other.agent));
    const inOtherChat = await add(elsewhere.chat_id, picture, "b.png");
    const colleagues = await add(here.chat_id, picture, "c.png", manager);
    const sent = await add(here.chat_id, picture, "d.png");
    await agent(inbox.send, { body: { chat_id: here.chat_id, attachment_ids: [sent.data.id] } });
    const words = "A file is missing. Remove it and add it again.";
    for (const { data } of [foreign, inOtherChat, colleagues, sent]) {
      const body = { chat_id: here.chat_id, message: "Hi", attachment_ids: [data.id] };
      const failure = { status: 422, fields: { attachment_ids: words } };
      await expect(agent(inbox.send, { body })).rejects.toMatchObject(failure);
    }
    for (const { data } of [foreign, colleagues, sent]) {
      const remove = agent(chatAttachments.remove, { params: { attachment_id: data.id } });
      await expect(remove).rejects.toMatchObject({ status: 404 });
    }
    expect(await fixture.messages(here.chat_id)).toHaveLength(2);
  });

  test("to an opted-out customer is refused with the reason, and the file stays the author's draft", async () => {
    const { chat_id, phone } = await fixture.chat();
    const { data } = await add(chat_id, picture, "a.png");
    await app.sms.listener.onInboundText(fixture.inbound(phone, "STOP"));
    const body = { chat_id, message: "Hi", attachment_ids: [data.id] };
    const reason = { status: 409, message: "This customer has opted out of text messages." };
    await expect(agent(inbox.send, { body })).rejects.toMatchObject(reason);
    await agent(chatAttachments.remove, { params: { attachment_id: data.id } });
  });
});

describe("a file's address", () => {
  test("opens nothing when tampered with or transplanted to another file", async () => {
    const { chat_id } = await fixture.chat();
    const [one, two] = [(await add(chat_id, pdf, "one.pdf")).data, (await add(chat_id, pdf, "two.pdf")).data];
    const [, , until = "", signature = "", ...key] = one.url.split("/");
    const otherKey = two.url.split("/").slice(4).join("/");
    const later = (Number.parseInt(until, 36) + 1).toString(36);
    const flipped = signature.replace(/^./, (first) => (first === "A" ? "B" : "A"));
    for (const url of [
      `/files/${until}/${signature}/${otherKey}`,
      `/files/${later}/${signature}/${key.join("/")}`,
      `/files/${until}/${flipped}/${key.join("/")}`,
      `/files/${until}//${key.join("/")}`,
      `/files/${until}/${signature}/../${key.join("/")}`,
    ]) {
      expect((await app.http.inject(url)).statusCode, url).toBe(404);
    }
    expect((await app.http.inject(one.url)).statusCode).toBe(200);
  });

  test("is given only to those who can see the chat", async () => {
    const { chat_id } = await fixture.chat();
    await agent(inbox.send, { body: { chat_id, attachment_ids: [(await add(chat_id, pdf, "one.pdf")).data.id] } });
    const other = await app.dealership();
    for (const call of [await app.signIn(dealer.otherAgent), await app.signIn(other.owner)]) {
      await expect(call(inbox.messages, { params: { chat_id }, body: {} })).rejects.toMatchObject({ status: 404 });
      await expect(add(chat_id, pdf, "x.pdf", call)).rejects.toMatchObject({ status: 404 });
    }
  });

  test("a customer's link opens nothing when tampered with or when the file wasn't sent", async () => {
    const { chat_id, phone } = await fixture.chat();
    const { data } = await add(chat_id, pdf, "offer.pdf");
    const waiting = (await add(chat_id, pdf, "draft.pdf")).data;
    await agent(inbox.send, { body: { chat_id, attachment_ids: [data.id] } });
    await app.jobs.runAll();
    const link = /\/f\/\S+/.exec(fixture.sentTo(phone).at(-1)?.body ?? "")?.[0] ?? "";
    const opened = await app.http.inject(link);
    expect(opened.statusCode).toBe(302);
    expect(opened.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    const [dealer_id, id, day, signature] = link.slice(3).split(".") as [string, string, string, string];
    const next = (text: string) => (Number.parseInt(text, 36) + 1).toString(36);
    for (const token of [
      `${dealer_id}.${next(id)}.${day}.${signature}`,
      `${dealer_id}.${waiting.id.toString(36)}.${day}.${signature}`,
      `${next(dealer_id)}.${id}.${day}.${signature}`,
      `${dealer_id}.${id}.${next(day)}.${signature}`,
      `${dealer_id}.${id}.${day}.${"A".repeat(22)}`,
      `${dealer_id}.${id}.${day}`,
      "nonsense",
    ]) {
      expect((await app.http.inject(`/f/${token}`)).statusCode, token).toBe(404);
    }
    const validButUnsent = attachmentLink(app.server.secret, dealer.dealer_id, waiting.id, app.clock.now());
    expect((await app.http.inject(validButUnsent)).statusCode).toBe(404);
  });
});
