import { afterAll, expect, test } from "vitest";
import { CallError } from "#core/client.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { chatAttachments } from "#domains/inbox/attachments/contract.ts";
import { library } from "#domains/library/contract.ts";
import { team } from "#domains/team/contract.ts";
import { mailPictures } from "#domains/templates/email/contract.ts";
import { drawing, fileOf, pageWithScript, pdf, photo, pngBomb, svgWithScript } from "#testing/inbox/files.ts";
import { createInboxFixture } from "#testing/inbox/inboxFixture.ts";
import { startTestApp } from "#testing/testApp.ts";

/** Whatever is uploaded as a picture is refused at its field, or served as a picture with nothing else left in it. */
const app = await startTestApp();
let tried = 0;
afterAll(async () => {
  console.info(`${tried} hostile pictures tried.`);
  await app.close();
});

const dealer = await app.dealership();
const owner = await app.signIn(dealer.owner);
const { chat_id } = await createInboxFixture(app, dealer, owner).chat();
const members = (await owner(team.list)).data.teamMembers;
const agent = members.find(({ email }) => email === dealer.agent);

const script = "<script>alert(1)</script>";
const [png, jpeg] = [await drawing(), await photo(60)];
const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), Buffer.from(script)]);

const pictures: Record<string, Uint8Array | string> = {
  "a drawing with a script": svgWithScript,
  "a page": pageWithScript,
  "a page behind blanks": `${" ".repeat(600)}${pageWithScript}`,
  "a script that begins like a GIF": `GIF89a/*${"\u0001".repeat(20)}*/=1;alert(1);${script}`,
  "a picture with a page behind it": Buffer.concat([png, Buffer.from(pageWithScript)]),
  "a picture with a script in its comment": Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
  "a picture with an archive behind it": Buffer.concat([png, Buffer.from(`PK\u0003\u0004${script}`)]),
  "a document": `${pdf}${script}`,
  "an archive": Buffer.from(`PK\u0003\u0004${script}`),
  "a picture of 400 million pixels": pngBomb(20_000),
  "the beginning of a picture": png.subarray(0, 20),
};

const names = ["photo.png", "photo.jpg", "../../photo.png", "photo.png\u0000.html", "photo.html.png"];

/** Uploads bytes under a name and returns the address that they are served at. */
const places: Record<string, (bytes: Uint8Array | string, name: string) => Promise<string | null | undefined>> = {
  "a chat": async (bytes, name) => {
    const files = { attachment_path: fileOf(bytes, name) };
    return (await owner(chatAttachments.add, { body: { chat_id }, files })).data.url;
  },
  "the library": async (bytes, name) => {
    const files = { file: fileOf(bytes, name) };
    return (await owner(library.upload, { body: {}, files })).data.file.url;
  },
  "the team": async (bytes, name) => {
    const { id = 0, first_name = "", last_name = "", email = "" } = agent ?? {};
    const files = { image: fileOf(bytes, name) };
    await owner(team.update, { params: { id }, body: { first_name, last_name, email }, files });
    return (await owner(team.list)).data.teamMembers.find((member) => member.id === id)?.user_image;
  },
  "the settings": async (bytes, name) => {
    const type = name.endsWith(".jpg") ? "jpeg" : "png";
    const image = `data:image/${type};base64,${Buffer.from(bytes as string).toString("base64")}`;
    return (await owner(settings.photo, { body: { image } })).data.user_image;
  },
  "an email": async (bytes, name) => {
    const { url } = (await owner(mailPictures.add, { files: { picture: fileOf(bytes, name) } })).data;
    return new URL(url).pathname;
  },
};

/** Limits of uploads an hour would stop the tries. */
const forgetUses = () => app.pool.query("delete from rate_limits");

const cases = Object.entries(pictures).flatMap(([what, bytes]) =>
  Object.keys(places).map((place) => [what, place, bytes] as const),
);

test.each(cases)("%s in %s", async (_, place, bytes) => {
  for (const name of names) {
    tried += 1;
    await forgetUses();
    const url = await places[place]?.(bytes, name).catch((error: unknown) => {
      expect(error).toBeInstanceOf(CallError);
      const { status, fields } = error as CallError;
      expect([status, Object.keys(fields)]).toEqual([
        422,
        [expect.stringMatching(/^(attachment_path|file|image|picture)$/)],
      ]);
      return null;
    });
    if (!url) continue;
    expect(url).not.toContain("..");
    const { statusCode, headers, rawPayload } = await app.http.inject(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    const isPicture = String(headers["content-type"]).startsWith("image/");
    expect(headers["content-disposition"]).toBe(isPicture ? "inline" : "attachment");
    expect(headers["content-type"]).not.toMatch(/svg|html|javascript|xml/);
    if (isPicture) expect(rawPayload.includes("alert(1)"), "a script is left in the picture").toBe(false);
  }
});
