import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { maxFileBytes } from "#core/fileSize.ts";
import { chatAttachments } from "#domains/inbox/attachments/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { drawing, fileOf, pageWithScript, pdf, photo, svgWithScript } from "#testing/inbox/files.ts";
import { createInboxFixture } from "#testing/inbox/inboxFixture.ts";
import { startTestApp, testUrl } from "#testing/testApp.ts";
import { library, mostFiles } from "./contract.ts";
import { sweepLibrary } from "./server/sweepLibrary.ts";

const app = await startTestApp();
afterAll(() => app.close());
const dealer = await app.dealership();
const [owner, manager, agent] = [
  await app.signIn(dealer.owner),
  await app.signIn(dealer.manager),
  await app.signIn(dealer.agent),
];
const elsewhere = await app.signIn(dealer.otherAgent);
const stranger = await app.signIn((await app.dealership()).owner);

const upload = async (bytes: Uint8Array | string, name: string, { by = agent as Caller, folder_id = 0 } = {}) => {
  const body = folder_id === 0 ? {} : { folder_id };
  return (await by(library.upload, { body, files: { file: fileOf(bytes, name) } })).data;
};
const list = async (more: object = {}, by: Caller = agent) => (await by(library.list, { body: more })).data;
const folders = async () => (await agent(library.folders)).data;
const folder = async (name: string, by = agent) => (await by(library.addFolder, { body: { name } })).data.id;
const get = (url: string) => app.http.inject(url.replace(testUrl, ""));
const bytesKept = async () => {
  const { rows } = await app.pool.query("select bytes::int from stored_bytes where dealer_id = $1", [dealer.dealer_id]);
  return rows[0]?.bytes ?? 0;
};
let pixels = 40;
/** A picture that no other test uploads. */
const picture = () => {
  pixels += 1;
  return photo(pixels);
};

describe("a file", () => {
  test("is uploaded, redrawn, found, renamed, moved, deleted and taken back", async () => {
    const { file, existed } = await upload(await photo(2_000), "Front of the lot.png");
    expect(existed).toBe(0);
    expect(file).toMatchObject({
      name: "Front of the lot.jpg",
      kind: "image",
      type: "image/jpeg",
      folder_id: null,
      created_by: "Agent Tester",
      may_change: 1,
    });
    expect(file.size).toBeLessThanOrEqual(450_000);
    const fetched = await get(file.url);
    expect(fetched.headers["content-type"]).toBe("image/jpeg");
    expect((await sharp(fetched.rawPayload).metadata()).width).toBeLessThanOrEqual(1_600);

    const lot = await folder("Lot");
    const params = { id: file.id };
    const changed = (await agent(library.change, { params, body: { name: "Lot in June", folder_id: lot } })).data;
    expect(changed).toMatchObject({ name: "Lot in June.jpg", folder_id: lot });
    expect((await list({ search: "JUNE lot" })).files).toMatchObject([{ id: file.id }]);
    expect((await list({ folder_id: lot })).files).toMatchObject([{ id: file.id }]);
    expect((await list({ unfiled: 1 })).files.map(({ id }) => id)).not.toContain(file.id);
    expect((await folders()).folders).toMatchObject([{ id: lot, name: "Lot", files: 1, may_change: 1 }]);

    await agent(library.remove, { params });
    expect((await list({ search: "June" })).files).toEqual([]);
    await expect(agent(library.remove, { params })).rejects.toMatchObject({ status: 404 });
    await expect(agent(library.change, { params, body: { name: "x", folder_id: "" } })).rejects.toMatchObject({
      status: 404,
    });
    await agent(library.restore, { params });
    expect((await list({ search: "June" })).files).toMatchObject([{ id: file.id, folder_id: lot }]);
  });

  test("is kept once, whatever it is called and however often it comes", async () => {
    const bytes = await picture();
    const { file } = await upload(bytes, "once.jpg");
    const before = await bytesKept();
    const again = await upload(bytes, "another name.jpg", { by: manager });
    expect(again).toMatchObject({ existed: 1, file: { id: file.id, name: "once.jpg" } });
    expect(await bytesKept()).toBe(before);
    // Another location has its own.
    const theirs = await upload(bytes, "once.jpg", { by: elsewhere });
    expect(theirs).toMatchObject({ existed: 0 });
    expect(theirs.file.id).not.toBe(file.id);
    // A deleted one comes back, where it was uploaded to now.
    await agent(library.remove, { params: { id: file.id } });
    const where = await folder("Back");
    expect(await upload(bytes, "once.jpg", { folder_id: where })).toMatchObject({
      existed: 1,
      file: { id: file.id, folder_id: where },
    });
  });

  test("that comes twenty times at once is one", async () => {
    const bytes = await picture();
    const all = await Promise.all(Array.from({ length: 20 }, () => upload(bytes, "parallel.jpg")));
    expect(new Set(all.map(({ file }) => file.id)).size).toBe(1);
    expect(all.filter(({ existed }) => existed === 0)).toHaveLength(1);
    expect((await list({ search: "parallel" })).files).toHaveLength(1);
    expect((await get(all[0]?.file.url ?? "")).statusCode).toBe(200);
  });

  test("whose bytes were lost is stored again", async () => {
    const bytes = await picture();
    const { file } = await upload(bytes, "lost.jpg");
    const { rows } = await app.pool.query("select storage_key from library_files where id = $1", [file.id]);
    await app.jobServer.ports.storage.remove(rows[0].storage_key);
    expect((await get(file.url)).statusCode).toBe(404);
    expect(await upload(bytes, "lost.jpg")).toMatchObject({ existed: 1, file: { id: file.id } });
    expect((await get(file.url)).statusCode).toBe(200);
  });

  test("other than a picture is inert, and sent as a link", async () => {
    for (const [bytes, name] of [
      [pageWithScript, "page.html"],
      [svgWithScript, "logo.svg"],
    ] as const) {
      const { file } = await upload(bytes, name);
      expect(file).toMatchObject({ kind: "file", type: "application/octet-stream", name });
      expect((await get(file.url)).headers).toMatchObject({
        "content-disposition": "attachment",
        "content-security-policy": "default-src 'none'; sandbox",
      });
    }
    expect((await upload(pdf, "Brochure.pdf")).file).toMatchObject({ kind: "file", type: "application/pdf" });
    expect((await list({ pictures: 1 })).files.every(({ kind }) => kind === "image")).toBe(true);
  });

  test.each([
    ["a drawing with a script that is called a picture", `${svgWithScript} `, "car.png", /isn't a picture/],
    ["a page that is called a picture", `${pageWithScript} `, "car.jpg", /isn't a picture/],
    ["a program", "MZ\u0090\u0000\u0003\u0000\u0000\u0000", "offer.pdf", /is a program/],
    ["nothing", "", "empty.pdf", /is empty/],
    ["more than 10 MB", Buffer.alloc(maxFileBytes + 1, 1), "long.bin", /^Files can be up to 10 MB$/],
  ])("is refused at its field: %s", async (_, bytes, name, message) => {
    await expect(upload(bytes, name)).rejects.toMatchObject({
      status: 422,
      fields: { file: expect.stringMatching(message) },
    });
  });

  test("has no path in its name, and no more than 100 characters", async () => {
    expect((await upload(await picture(), "../../etc/passwd.jpg")).file.name).toBe("passwd.jpg");
    expect((await upload(await picture(), "C:\\fakepath\\car.jpg")).file.name).toBe("car.jpg");
    const { file } = await upload(await picture(), `${"x".repeat(200)}.jpg`);
    expect(file.name).toHaveLength(100);
    expect((await upload(await picture(), "🚗🚗🚗.jpg")).file.name).toBe("🚗🚗🚗.jpg");
    const long = agent(library.change, { params: { id: file.id }, body: { name: "y".repeat(200), folder_id: "" } });
    await expect(long).rejects.toMatchObject({ status: 422, fields: { name: expect.any(String) } });
    const none = agent(library.change, { params: { id: file.id }, body: { name: " ", folder_id: "" } });
    await expect(none).rejects.toMatchObject({ fields: { name: "Enter a name" } });
  });

  test("is one's own for an agent, and everybody's for managers", async () => {
    const { file } = await upload(await picture(), "owner's.jpg", { by: owner });
    const params = { id: file.id };
    expect((await list({ search: "owner's" })).files).toMatchObject([{ id: file.id, may_change: 0 }]);
    const refused = { status: 409 };
    const body = { name: "mine", folder_id: "" };
    await expect(agent(library.change, { params, body })).rejects.toMatchObject(refused);
    await expect(agent(library.remove, { params })).rejects.toMatchObject(refused);
    await manager(library.remove, { params });
    await expect(agent(library.restore, { params })).rejects.toMatchObject(refused);
    await manager(library.restore, { params });
  });

  test("of another location or business isn't there", async () => {
    const { file } = await upload(await picture(), "here.jpg");
    const { chat_id } = await createInboxFixture(app, dealer, elsewhere).chat();
    for (const by of [elsewhere, stranger]) {
      const params = { id: file.id };
      await expect(by(library.remove, { params })).rejects.toMatchObject({ status: 404 });
      await expect(by(library.restore, { params })).rejects.toMatchObject({ status: 404 });
      await expect(by(library.change, { params, body: { name: "x", folder_id: "" } })).rejects.toMatchObject({
        status: 404,
      });
      expect((await list({ search: "here" }, by)).files).toEqual([]);
    }
    const attached = elsewhere(chatAttachments.addFromLibrary, { params: { id: file.id }, body: { chat_id } });
    await expect(attached).rejects.toMatchObject({ status: 404 });
  });

  test("pages are complete, and each file is on one of them", async () => {
    const values = Array.from({ length: mostFiles + 5 }, (_, n) => n);
    await app.pool.query(
      `insert into library_files (dealer_id, location_id, name, kind, type, size, storage_key, digest, created_by, created_at)
       select $1, $2, 'Page ' || n || '.pdf', 'file', 'application/pdf', 1, 'l/none/' || n, sha256(n::text::bytea),
         (select min(id) from users where dealer_id = $1), now() from unnest($3::int[]) as n`,
      [dealer.dealer_id, dealer.location_id, values],
    );
    const first = await list({ search: "page .pdf" });
    expect(first.files).toHaveLength(mostFiles);
    const second = await list({ search: "page .pdf", after: first.next });
    expect(second).toMatchObject({ next: null });
    const ids = [...first.files, ...second.files].map(({ id }) => id);
    expect(new Set(ids).size).toBe(values.length);
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
    await app.pool.query("delete from library_files where storage_key like 'l/none/%'");
  });
});

describe("a folder", () => {
  test("has its name once at a location, whatever its case", async () => {
    const id = await folder("Trucks");
    const taken = { status: 422, fields: { name: "A folder with this name already exists" } };
    await expect(folder("TRUCKS")).rejects.toMatchObject(taken);
    const other = await folder("Vans");
    const params = { folder_id: other };
    await expect(agent(library.renameFolder, { params, body: { name: "trucks" } })).rejects.toMatchObject(taken);
    await agent(library.renameFolder, { params, body: { name: "Vans 🚐" } });
    expect((await folders()).folders).toContainEqual({ id: other, name: "Vans 🚐", files: 0, may_change: 1 });
    await elsewhere(library.addFolder, { body: { name: "Trucks" } });
    await expect(elsewhere(library.removeFolder, { params: { folder_id: id } })).rejects.toMatchObject({ status: 404 });
  });

  test("leaves its files in none when it is deleted, once of two at the same time", async () => {
    const folder_id = await folder("Going");
    const { file } = await upload(await picture(), "stays.jpg", { folder_id });
    const { file: deleted } = await upload(await picture(), "deleted.jpg", { folder_id });
    await agent(library.remove, { params: { id: deleted.id } });
    const params = { folder_id };
    const both = await Promise.allSettled([
      agent(library.removeFolder, { params }),
      manager(library.removeFolder, { params }),
    ]);
    const done = both.flatMap((one) => (one.status === "fulfilled" ? [one.value.data] : []));
    expect(done).toEqual([{ moved: 1 }]);
    expect(both.flatMap((one) => (one.status === "rejected" ? [one.reason.status] : []))).toEqual([404]);
    expect((await list({ search: "stays" })).files).toMatchObject([{ id: file.id, folder_id: null }]);
    await agent(library.restore, { params: { id: deleted.id } });
    expect((await list({ search: "deleted" })).files).toMatchObject([{ id: deleted.id, folder_id: null }]);
  });

  test("that was deleted, or is another location's, takes no file", async () => {
    const foreign = (await elsewhere(library.addFolder, { body: { name: "Foreign" } })).data.id;
    const refused = { status: 422, fields: { folder_id: "This folder was deleted. Choose another one" } };
    await expect(upload(await picture(), "a.jpg", { folder_id: foreign })).rejects.toMatchObject(refused);
    const { file } = await upload(await picture(), "b.jpg");
    const body = { name: "b", folder_id: foreign };
    await expect(agent(library.change, { params: { id: file.id }, body })).rejects.toMatchObject(refused);
  });

  test("of somebody else is for managers to change", async () => {
    const folder_id = await folder("Owner's own", owner);
    const params = { folder_id };
    await expect(agent(library.renameFolder, { params, body: { name: "x" } })).rejects.toMatchObject({ status: 409 });
    await expect(agent(library.removeFolder, { params })).rejects.toMatchObject({ status: 409 });
    await manager(library.removeFolder, { params });
  });
});

test("a text keeps its copy when the library's file is deleted and removed", async () => {
  const fixture = createInboxFixture(app, dealer, agent);
  const { chat_id, phone } = await fixture.chat();
  const { file } = await upload(await drawing(80), "Sticker.png");
  const { file: brochure } = await upload(`${pdf} of spring`, "Spring.pdf");
  const attach = async (id: number) =>
    (await agent(chatAttachments.addFromLibrary, { params: { id }, body: { chat_id } })).data;
  const copies = [await attach(file.id), await attach(brochure.id)];
  expect(copies).toMatchObject([
    { name: "Sticker.png", kind: "image", size: file.size },
    { name: "Spring.pdf", kind: "file" },
  ]);
  await agent(library.remove, { params: { id: file.id } });
  const ids = copies.map(({ id }) => id);
  const { data: sent } = await agent(inbox.send, { body: { chat_id, message: "Look", attachment_ids: ids } });
  await app.jobs.runAll();
  const text = fixture.sentTo(phone).at(-1);
  expect(text?.media).toHaveLength(1);
  expect(text?.body).toMatch(/^Look\nSpring\.pdf https:/);

  const kept = await bytesKept();
  await sweepLibrary({ ...app.jobServer, domains: [] });
  expect(await bytesKept()).toBe(kept); // Undo is still possible.
  app.clock.advance(25 * 3_600_000);
  await sweepLibrary({ ...app.jobServer, domains: [] });
  expect(await bytesKept()).toBeLessThanOrEqual(kept - file.size);
  const again = await app.signIn(dealer.agent);
  await expect(again(library.restore, { params: { id: file.id } })).rejects.toMatchObject({ status: 404 });
  const { data } = await again(inbox.messages, { params: { chat_id }, body: {} });
  const shown = data.allMessages.find(({ id }) => id === sent.id)?.attachments[0];
  expect((await get(shown?.url ?? "")).statusCode).toBe(200);
});
