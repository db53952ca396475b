import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testUrl } from "#core/testing/house.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { team } from "#domains/team/contract.ts";
import { inbox } from "../contract.ts";
import { drawing, fileOf, pdf, photo } from "../testing/files.ts";
import { openTalk, talkOf } from "../testing/talk.ts";
import { chatAttachments } from "./contract.ts";
import { sweep } from "./server/sweep.ts";

const { house, dealer, ...first } = await openTalk();
afterAll(() => house.close());

let { agent, talk } = first;
/** The clock is moved by weeks here, and sign-ins end. */
async function signInAgain() {
  agent = await house.signIn(dealer.agent);
  talk = talkOf(house, dealer, agent);
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
const get = (url: string) => house.http.inject(url.replace(testUrl, ""));
const last = async (chat_id: number) => (await talk.messages(chat_id)).at(-1);

describe("a picture", () => {
  test("goes with the text as the carrier can fetch it, and stands in the chat", async () => {
    const { chat_id, phone } = await talk.chat();
    const added = await add(chat_id, picture, "beach.jpg");
    expect(added).toEqual({
      ...{ id: expect.any(Number), name: "beach.jpg", kind: "image", type: "image/jpeg" },
      ...{ url: expect.stringMatching(/^\/files\//), size: expect.any(Number) },
    });
    const body = { chat_id, message: "Look", attachment_ids: [added.id], client_id: crypto.randomUUID() };
    const { data } = await agent(inbox.send, { body });
    expect(data).toMatchObject({ message: "Look", media_count: 1, state: "queued", new_message: "Look" });
    expect(data.attachments).toEqual([{ ...added, url: expect.stringMatching(/^\/files\//) }]);
    expect(data.attachment_path).toBe(data.attachments[0]?.url);
    await house.jobs.doAll();
    const sent = talk.sentTo(phone).at(-1);
    expect(sent?.body).toBe("Look");
    expect(sent?.media).toHaveLength(1);
    expect(sent?.media[0]).toMatch(/^https:\/\/rooftop\.test\/files\/.*\.jpg$/);
    const fetched = await get(sent?.media[0] ?? "");
    expect(fetched.headers).toMatchObject({ "content-type": "image/jpeg", "x-content-type-options": "nosniff" });
    expect((await sharp(fetched.rawPayload).metadata()).format).toBe("jpeg");

    // A carrier may take hours; a day later nobody gets it by this address any more.
    house.clock.advance(20 * 3_600_000);
    expect((await get(sent?.media[0] ?? "")).statusCode).toBe(200);
    house.clock.advance(5 * 3_600_000);
    expect((await get(sent?.media[0] ?? "")).statusCode).toBe(404);
  });

  test("needs no words, and several go in the order that was asked for", async () => {
    const { chat_id, phone } = await talk.chat();
    const [one, two] = [await add(chat_id, picture, "one.jpg"), await add(chat_id, await drawing(), "two.png")];
    const { data } = await agent(inbox.send, { body: { chat_id, attachment_ids: [two.id, one.id] } });
    expect(data.attachments.map(({ name }) => name)).toEqual(["two.png", "one.jpg"]);
    expect(data.new_message).toBe("Sent 2 attachments");
    await house.jobs.doAll();
    const sent = talk.sentTo(phone).at(-1);
    expect(sent?.body).toBe("");
    expect(sent?.media.map((url) => url.split("/").at(-1))).toEqual(["two.png", "one.jpg"]);
  });
});

describe("another file", () => {
  test("goes as a link under the text, which works for thirty days", async () => {
    const { chat_id, phone } = await talk.chat();
    const added = await add(chat_id, pdf, "Our offer.pdf");
    await agent(inbox.send, { body: { chat_id, message: "As promised", attachment_ids: [added.id] } });
    await house.jobs.doAll();
    const sent = talk.sentTo(phone).at(-1);
    expect(sent?.media).toEqual([]);
    const [words, line] = sent?.body.split("\n") ?? [];
    expect(words).toBe("As promised");
    expect(line).toMatch(/^Our-offer\.pdf https:\/\/rooftop\.test\/f\/[\w.-]{25,45}$/);
    const link = line?.split(" ")[1] ?? "";

    const open = async () => get((await get(link)).headers.location?.toString() ?? "/none");
    const opened = await open();
    expect(opened.payload).toBe(pdf);
    expect(opened.headers).toMatchObject({
      ...{
        "content-type": "application/pdf",
        "content-disposition": "attachment",
        "x-content-type-options": "nosniff",
      },
      "content-security-policy": "default-src 'none'; sandbox",
    });
    house.clock.advance(30 * 86_400_000);
    expect((await open()).statusCode).toBe(200);
    house.clock.advance(86_400_000);
    const ended = await get(link);
    expect([ended.statusCode, ended.payload]).toEqual([404, "This link has ended. Please ask for a new one."]);
    // The chat keeps it.
    await signInAgain();
    const message = (await last(chat_id))?.attachments[0];
    expect((await get(message?.url ?? "")).payload).toBe(pdf);
  });

  test("is served so that nothing in it runs", async () => {
    const { chat_id } = await talk.chat();
    const page = "<html><script>alert(1)</script></html>";
    for (const name of ["page.html", "logo.svg", "x.xhtml"]) {
      const { url, kind, type } = await add(chat_id, page, name);
      expect([kind, type]).toEqual(["file", "application/octet-stream"]);
      expect((await get(url)).headers).toMatchObject({
        ...{ "content-type": "application/octet-stream", "content-disposition": "attachment" },
        "x-content-type-options": "nosniff",
      });
    }
  });
});

test("the specification's one call takes text and file together, and neither is sent twice", async () => {
  const { chat_id, phone } = await talk.chat();
  const before = talk.sentTo(phone).length;
  const client_id = crypto.randomUUID();
  const send = () =>
    agent(inbox.send, {
      body: { chat_id, message: "Both", client_id },
      files: { attachment_path: fileOf(picture, "a.jpg") },
    });
  const first = (await send()).data;
  expect(first.attachments).toMatchObject([{ name: "a.jpg", kind: "image" }]);
  expect((await send()).data).toMatchObject({ id: first.id, attachments: [{ id: first.attachments[0]?.id }] });
  await house.jobs.doAll();
  expect(talk.sentTo(phone)).toHaveLength(before + 1);
  const { rows } = await house.pool.query("select id from chat_attachments where chat_id = $1", [chat_id]);
  expect(rows).toHaveLength(1);
});

test("a failed message that is sent again takes its files along", async () => {
  const { chat_id, phone } = await talk.chat();
  const [image, file] = [await add(chat_id, picture, "a.jpg"), await add(chat_id, pdf, "b.pdf")];
  const refusal = { code: "30003", class: "number", words: "This phone can't be reached." } as const;
  house.sms.answerNext({ kind: "refused", refusal });
  const { data } = await agent(inbox.send, { body: { chat_id, message: "Hi", attachment_ids: [image.id, file.id] } });
  await house.jobs.doAll();
  expect(await last(chat_id)).toMatchObject({ state: "failed" });
  const again = await agent(inbox.retry, { params: { message_id: data.id } });
  expect(again.data.attachments.map(({ name }) => name)).toEqual(["a.jpg", "b.pdf"]);
  await house.jobs.doAll();
  const sent = talk.sentTo(phone).slice(-2);
  expect(sent.map(({ media }) => media.length)).toEqual([1, 1]);
  expect(sent[1]?.body).toMatch(/^Hi\nb\.pdf https:/);
});

test("a merge takes messages with their files along", async () => {
  const [kept, merged] = [await talk.chat(), await talk.chat()];
  const { id } = await add(merged.chat_id, pdf, "offer.pdf");
  await agent(inbox.send, { body: { chat_id: merged.chat_id, attachment_ids: [id] } });
  await house.jobs.doAll();
  const link = /\/f\/\S+/.exec(talk.sentTo(merged.phone).at(-1)?.body ?? "")?.[0] ?? "";
  const manager = await house.signIn(dealer.manager);
  const body = { kept_id: kept.id, merged_id: merged.id };
  const { merge_id } = (await manager(duplicates.merge, { body })).data;
  const shown = async (chat_id: number) =>
    (await talk.messages(chat_id)).flatMap(({ attachments }) => attachments.map(({ name }) => name));
  expect(await shown(kept.chat_id)).toEqual(["offer.pdf"]);
  expect((await get(link)).statusCode).toBe(302);
  await manager(duplicates.undo, { body: { merge_id } });
  expect([await shown(kept.chat_id), await shown(merged.chat_id)]).toEqual([[], ["offer.pdf"]]);
});

test("what a customer sends stands in the chat once it was fetched, and the browsers hear of it", async () => {
  const { chat_id, phone } = await talk.chat();
  const bytes = await drawing();
  house.sms.fetchMedia = async () => ({ type: "text/html", bytes });
  const media = [{ url: "https://example.com/1.png", type: "text/html" }];
  await house.sms.listener.inbound({ ...talk.inbound(phone, ""), media });
  expect(await last(chat_id)).toMatchObject({ media_count: 1, attachments: [], attachment_path: null });
  house.events.heard.splice(0);
  await house.jobs.doAll();
  const message = await last(chat_id);
  expect(message?.attachments).toEqual([
    {
      ...{ id: expect.any(Number), name: "Picture.png", kind: "image", type: "image/png" },
      ...{ size: bytes.length, url: message?.attachment_path },
    },
  ]);
  expect((await get(message?.attachment_path ?? "")).statusCode).toBe(200);
  const payload = { message_id: message?.id, target_id: chat_id, what: "state" };
  expect(house.events.heard).toContainEqual(expect.objectContaining({ event: "chat-message-open", payload }));
});

describe("what is not sent", () => {
  test("can be taken back, and its file is gone", async () => {
    const { chat_id } = await talk.chat();
    const { id, url } = await add(chat_id, picture, "a.jpg");
    await agent(chatAttachments.remove, { params: { attachment_id: id } });
    await expect.poll(async () => (await get(url)).statusCode).toBe(404);
    await expect(agent(chatAttachments.remove, { params: { attachment_id: id } })).rejects.toMatchObject({
      status: 404,
    });
  });

  test("is removed after a day; what was sent stays", async () => {
    const { chat_id } = await talk.chat();
    const [forgotten, sent] = [await add(chat_id, picture, "a.jpg"), await add(chat_id, picture, "b.jpg")];
    await agent(inbox.send, { body: { chat_id, attachment_ids: [sent.id] } });
    const left = async () =>
      (await house.pool.query("select id from chat_attachments where chat_id = $1 order by id", [chat_id])).rows;
    await sweep(house.server);
    expect(await left()).toHaveLength(2);
    house.clock.advance(86_400_001);
    await sweep(house.server);
    expect(await left()).toEqual([{ id: sent.id }]);
    const { rows } = await house.pool.query("select storage_key from chat_attachments where id = $1", [sent.id]);
    expect(await house.server.ports.storage.get(rows[0].storage_key)).toBeDefined();
    expect((await get(forgotten.url)).statusCode).toBe(404);
  });
});

test("a mentioned colleague is told; the customer gets the plain text", async () => {
  const { chat_id, phone } = await talk.chat();
  const { teamMembers } = (await agent(team.chat)).data;
  const manager = teamMembers.find(({ user_type }) => user_type === "manager");
  const myself = teamMembers.find(({ user_type }) => user_type === "agent");
  const mentions = [manager?.id ?? 0, myself?.id ?? 0, manager?.id ?? 0];
  const client_id = crypto.randomUUID();
  const body = { chat_id, message: `@${manager?.name} can help`, mentions, client_id };
  await agent(inbox.send, { body });
  await agent(inbox.send, { body });
  await house.jobs.doAll();
  expect(talk.sentTo(phone).at(-1)?.body).toBe(`@${manager?.name} can help`);
  const told = await house.pool.query("select user_id, kind, chat_id, text from notifications where chat_id = $1", [
    chat_id,
  ]);
  expect(told.rows).toEqual([{ user_id: manager?.id, kind: "mention", chat_id, text: body.message }]);
});
