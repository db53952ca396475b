import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { drawing, pageWithScript, pdf, photo, pngBomb, svgWithScript } from "#testing/inbox/files.ts";
import { prepareFile } from "./prepareFile.ts";

const prepared = (bytes: Uint8Array | string, name: string) =>
  prepareFile({ bytes: Buffer.from(bytes), name }, "attachment_path");
const refusal = async (bytes: Uint8Array | string, name: string) =>
  prepared(bytes, name).then(
    () => "",
    (failure) => (failure.fields?.attachment_path === failure.message ? failure.message : failure),
  );

describe("a picture is re-encoded", () => {
  test("small enough for ten in one text, and without its EXIF data", async () => {
    const file = await prepared(await photo(2400, 1800), "beach.jpg");
    expect(file).toMatchObject({ kind: "image", type: "image/jpeg", name: "beach.jpg" });
    expect(file.bytes.length).toBeLessThanOrEqual(450_000);
    const metadata = await sharp(file.bytes).metadata();
    expect(metadata.exif).toBeUndefined();
    expect(metadata.format).toBe("jpeg");
  });

  test("upright", async () => {
    const wide = sharp({ create: { width: 60, height: 20, channels: 3, background: "teal" } });
    const rotated = await wide.withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { bytes } = await prepared(rotated, "rotated.jpg");
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 20, height: 60 });
  });

  test("a small drawing stays a transparent PNG; a large PNG and a WebP become JPEGs", async () => {
    const small = await prepared(await drawing(), "logo.png");
    expect(small).toMatchObject({ type: "image/png", name: "logo.png" });
    expect((await sharp(small.bytes).metadata()).hasAlpha).toBe(true);
    expect(await prepared(await photo(1200, 900, "png"), "big.png")).toMatchObject({
      type: "image/jpeg",
      name: "big.jpg",
    });
    expect(await prepared(await photo(200, 200, "webp"), "w.webp")).toMatchObject({
      type: "image/jpeg",
      name: "w.jpg",
    });
  });

  test("an animation stays animated", async () => {
    const frames = [
      await drawing(),
      await sharp(await drawing())
        .negate()
        .png()
        .toBuffer(),
    ];
    const animation = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const file = await prepared(animation, "dance.gif");
    expect(file).toMatchObject({ type: "image/gif", name: "dance.gif" });
    expect((await sharp(file.bytes).metadata()).pages).toBe(2);
  });

  test("loses everything but its pixels", async () => {
    const hidden = Buffer.concat([await photo(40), Buffer.from(pageWithScript), Buffer.from("PK\u0003\u0004")]);
    const { bytes, kind } = await prepared(hidden, "both.jpg");
    expect(kind).toBe("image");
    expect(Buffer.from(bytes).includes("<script")).toBe(false);
    expect(Buffer.from(bytes).includes("PK\u0003\u0004")).toBe(false);
  });

  test("is recognized by its bytes, whatever its name", async () => {
    expect(await prepared(await photo(30), "offer.pdf")).toMatchObject({ kind: "image", name: "offer.jpg" });
  });
});

describe("a file that is not a picture", () => {
  test("is stored unchanged, with a type that can't execute", async () => {
    const octets = "application/octet-stream";
    for (const [bytes, name] of [
      [svgWithScript, "logo.svg"],
      [pageWithScript, "page.html"],
      ["<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>", "page.xhtml"],
      ["price,1", "list.csv"],
      [`GIF89a=1;${"x".repeat(40)}`.replace("GIF89a", "notgif"), "a.bin"],
    ] as const) {
      expect(await prepared(bytes, name), name).toMatchObject({ kind: "file", type: octets, name });
    }
    expect(await prepared(pdf, "offer.pdf")).toMatchObject({ kind: "file", type: "application/pdf" });
    expect(await prepared(`${pdf}${pageWithScript}`, "offer.html")).toMatchObject({ type: "application/pdf" });
  });

  test("but is named like one is refused", async () => {
    const words = (name: string) => `${name} isn't a picture, despite its name. Choose another file`;
    expect(await refusal(svgWithScript, "logo.png")).toBe(words("logo.png"));
    expect(await refusal(pageWithScript, "a.jpg")).toBe(words("a.jpg"));
    expect(await refusal(pdf, "scan.jpeg")).toBe(words("scan.jpeg"));
    expect(await refusal("no picture at all", "x.gif\u0000")).toBe(words("x.gif"));
  });

  test("is refused when it is a program, whatever its name", async () => {
    expect(await refusal("MZ\u0090\u0000\u0003\u0000\u0000\u0000", "offer.pdf")).toMatch(/is a program/);
    expect(await refusal("alert(1)", "offer\u202Efdp.js")).toBe("offerfdp.js is a program, and programs can't be sent");
  });
});

describe("an unreadable file is refused", () => {
  test("an empty file", async () => expect(await refusal("", "a.pdf")).toBe("a.pdf is empty. Choose another file"));

  test("a truncated or corrupt picture", async () => {
    const whole = await photo(400);
    const damaged = "This picture can't be opened. The file may be damaged. Choose another one";
    expect(await refusal(whole.subarray(0, whole.length / 2), "half.jpg")).toBe(damaged);
    expect(await refusal(Buffer.concat([whole.subarray(0, 30), Buffer.alloc(500, 7)]), "bad.jpg")).toBe(damaged);
    const png = await photo(100, 100, "png");
    expect(await refusal(png.subarray(0, png.length / 2), "half.png")).toBe(damaged);
    expect(await refusal(Buffer.concat([Buffer.from("GIF89a"), Buffer.alloc(20)]), "tiny.gif")).toBe(damaged);
  });

  test("a picture that would exhaust memory", async () => {
    const bomb = pngBomb(20_000);
    expect(bomb.length).toBeLessThan(200_000);
    const before = process.memoryUsage().rss;
    expect(await refusal(bomb, "bomb.png")).toBe(
      "This picture is too large (20,000 × 20,000 pixels). Resize it and try again",
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });
});
