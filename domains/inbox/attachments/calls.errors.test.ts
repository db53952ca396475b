import { afterAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { team } from "#domains/team/contract.ts";
import { inbox } from "../contract.ts";
import { drawing, fileOf, pdf, photo, pngBomb, svgWithScript } from "../testing/files.ts";
import { openTalk, talkOf } from "../testing/talk.ts";
import { chatAttachments, mostBytes } from "./contract.ts";
import { linkTo } from "./server/link.ts";

const { house, dealer, agent, talk } = await openTalk();
afterAll(() => house.close());

const picture = await drawing();
const add = (chat_id: number, bytes: Uint8Array | string, name: string, call: Caller = agent) =>
  call(chatAttachments.add, { body: { chat_id }, files: { attachment_path: fileOf(bytes, name) } });
const stored = async (chat_id: number) =>
  (await house.pool.query("select id from chat_attachments where chat_id = $1", [chat_id])).rows.length;

describe("a hostile file is refused at the field, in words, and nothing is kept", async () => {
  const whole = await photo(300);
  test.each([
    ["a script named as a picture", svgWithScript, "logo.png", /is called a picture, but it is none/],
    ["a picture that breaks off", whole.subarray(0, whole.length / 2), "half.jpg", /seems to be damaged/],
    ["a bomb", pngBomb(20_000), "bomb.png", /20,000 × 20,000 pixels/],
    ["nothing", "", "empty.pdf", /empty\.pdf is empty/],
    ["a program", "MZ\u0090\u0000", "offer.pdf", /is a program/],
    ["more than may be", Buffer.alloc(mostBytes + 1, 1), "large.bin", /^A file can have at most 10 MB$/],
  ])("%s", async (_what, bytes, name, words) => {
    const { chat_id } = await talk.chat();
    const failure = {
      ...{ status: 422, message: expect.stringMatching(words) },
      fields: { attachment_path: expect.stringMatching(words) },
    };
    await expect(add(chat_id, bytes, name)).rejects.toMatchObject(failure);
    const files = { attachment_path: fileOf(bytes, name) };
    await expect(agent(inbox.send, { body: { chat_id, message: "Hi" }, files })).rejects.toMatchObject(failure);
    expect(await stored(chat_id)).toBe(0);
    expect(await talk.messages(chat_id)).toHaveLength(1);
  });

  test("no file at all", async () => {
    const { chat_id } = await talk.chat();
    const failure = { status: 422, fields: { attachment_path: "Please choose a file" } };
    await expect(agent(chatAttachments.add, { body: { chat_id } })).rejects.toMatchObject(failure);
    await expect(add(chat_id, "", "")).rejects.toMatchObject(failure);
  });
});

test.each([
  ["with a NUL", "a\u0000b.pdf", "a b.pdf"],
  ["that is written from the right", "offer\u202Efdp.txt", "offerfdp.txt"],
  ["with folders", "..\\..\\x/y.pdf", "y.pdf"],
  ["with markup", `"><img src=x onerror=alert(1)>.pdf`, `"><img src=x onerror=alert(1)>.pdf`],
])("a name %s is cleaned", async (_what, name, kept) => {
  const { chat_id } = await talk.chat();
  const { data } = await add(chat_id, pdf, name);
  expect(data.name).toBe(kept);
  expect(data.url).toMatch(/^\/files\/[\w./-]+$/);
  expect((await house.http.inject(data.url)).statusCode).toBe(200);
});

describe("a message", () => {
  test("with neither text nor file says so", async () => {
    const { chat_id } = await talk.chat();
    const failure = { status: 422, fields: { message: "Message cannot be empty" } };
    await expect(agent(inbox.send, { body: { chat_id, message: " " } })).rejects.toMatchObject(failure);
    await expect(agent(inbox.send, { body: { chat_id, attachment_ids: [] } })).rejects.toMatchObject(failure);
    const files = { attachment_path: fileOf("", "") };
    await expect(agent(inbox.send, { body: { chat_id }, files })).rejects.toMatchObject(failure);
  });

  test("with more than ten files is refused", async () => {
    const { chat_id } = await talk.chat();
    const failure = { status: 422, fields: { attachment_ids: "A message can have at most 10 files" } };
    const attachment_ids = Array.from({ length: 11 }, (_, at) => at + 1);
    await expect(agent(inbox.send, { body: { chat_id, attachment_ids } })).rejects.toMatchObject(failure);
    const files = { attachment_path: fileOf(picture, "a.png") };
    const ten = attachment_ids.slice(1);
    await expect(agent(inbox.send, { body: { chat_id, attachment_ids: ten }, files })).rejects.toMatchObject(failure);
  });

  test("takes only one's own files of that chat, each once", async () => {
    const [here, there] = [await talk.chat(), await talk.chat()];
    const manager = await house.signIn(dealer.manager);
    const other = await house.dealership();
    const theirs = talkOf(house, other, await house.signIn(other.agent));
    const foreignChat = await theirs.chat();
    const foreign = await add(foreignChat.chat_id, picture, "a.png", await house.signIn(other.agent));
    const inOtherChat = await add(there.chat_id, picture, "b.png");
    const colleagues = await add(here.chat_id, picture, "c.png", manager);
    const sent = await add(here.chat_id, picture, "d.png");
    await agent(inbox.send, { body: { chat_id: here.chat_id, attachment_ids: [sent.data.id] } });
    const words = "A file is no longer there. Please remove it and add it again.";
    for (const { data } of [foreign, inOtherChat, colleagues, sent]) {
      const body = { chat_id: here.chat_id, message: "Hi", attachment_ids: [data.id] };
      const failure = { status: 422, fields: { attachment_ids: words } };
      await expect(agent(inbox.send, { body })).rejects.toMatchObject(failure);
    }
    for (const { data } of [foreign, colleagues, sent]) {
      const remove = agent(chatAttachments.remove, { params: { attachment_id: data.id } });
      await expect(remove).rejects.toMatchObject({ status: 404 });
    }
    expect(await talk.messages(here.chat_id)).toHaveLength(2);
  });

  test("mentions only those who work here", async () => {
    const { chat_id } = await talk.chat();
    const elsewhere = (await (await house.signIn(dealer.otherAgent))(team.chat)).data.teamMembers;
    const other = elsewhere.find(({ email }) => email === dealer.otherAgent);
    const words = "Somebody who is mentioned does not work at this location";
    for (const id of [other?.id ?? 0, 999_999]) {
      const body = { chat_id, message: "@x", mentions: [id] };
      await expect(agent(inbox.send, { body })).rejects.toMatchObject({ status: 422, fields: { mentions: words } });
    }
    expect(await talk.messages(chat_id)).toHaveLength(1);
  });

  test("to somebody who has opted out is refused with the reason, and the file stays with its writer", async () => {
    const { chat_id, phone } = await talk.chat();
    const { data } = await add(chat_id, picture, "a.png");
    await house.sms.listener.inbound(talk.inbound(phone, "STOP"));
    const body = { chat_id, message: "Hi", attachment_ids: [data.id] };
    const reason = { status: 409, message: "This customer has opted out of text messages." };
    await expect(agent(inbox.send, { body })).rejects.toMatchObject(reason);
    await agent(chatAttachments.remove, { params: { attachment_id: data.id } });
  });
});

describe("the address of a file", () => {
  test("that was changed, or made up for another file, opens nothing", async () => {
    const { chat_id } = await talk.chat();
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
      expect((await house.http.inject(url)).statusCode, url).toBe(404);
    }
    expect((await house.http.inject(one.url)).statusCode).toBe(200);
  });

  test("is given to nobody who may not see the chat", async () => {
    const { chat_id } = await talk.chat();
    await agent(inbox.send, { body: { chat_id, attachment_ids: [(await add(chat_id, pdf, "one.pdf")).data.id] } });
    const other = await house.dealership();
    for (const call of [await house.signIn(dealer.otherAgent), await house.signIn(other.owner)]) {
      await expect(call(inbox.messages, { params: { chat_id }, body: {} })).rejects.toMatchObject({ status: 404 });
      await expect(add(chat_id, pdf, "x.pdf", call)).rejects.toMatchObject({ status: 404 });
    }
  });

  test("a customer's link that was changed opens nothing, and one to a file that was not sent neither", async () => {
    const { chat_id, phone } = await talk.chat();
    const { data } = await add(chat_id, pdf, "offer.pdf");
    const waiting = (await add(chat_id, pdf, "draft.pdf")).data;
    await agent(inbox.send, { body: { chat_id, attachment_ids: [data.id] } });
    await house.jobs.doAll();
    const link = /\/f\/\S+/.exec(talk.sentTo(phone).at(-1)?.body ?? "")?.[0] ?? "";
    const opened = await house.http.inject(link);
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
      expect((await house.http.inject(`/f/${token}`)).statusCode, token).toBe(404);
    }
    const rightButWaiting = linkTo(house.server.secret, dealer.dealer_id, waiting.id, house.clock.now());
    expect((await house.http.inject(rightButWaiting)).statusCode).toBe(404);
  });
});
