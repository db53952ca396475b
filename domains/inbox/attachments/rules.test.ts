import { expect, test } from "vitest";
import { describeInboundMedia, textWithLinks } from "./rules.ts";

test.each([
  ["image/jpeg", { kind: "image", name: "Picture.jpg" }],
  ["image/svg+xml", { kind: "file", name: "File" }],
  ["video/quicktime", { kind: "file", name: "Video.mov" }],
  ["audio/amr", { kind: "file", name: "Audio.amr" }],
  ["application/octet-stream", { kind: "file", name: "File" }],
])("inbound %s gets a name and kind", (type, expected) => expect(describeInboundMedia(type)).toEqual(expected));

test("links come below the text, or alone", () => {
  const link = { name: "offer.pdf", link: "https://rooftop.test/f/1" };
  expect(textWithLinks("Here it is", [link])).toBe("Here it is\noffer.pdf https://rooftop.test/f/1");
  expect(textWithLinks("", [link, link])).toBe(
    "offer.pdf https://rooftop.test/f/1\noffer.pdf https://rooftop.test/f/1",
  );
  expect(textWithLinks("Hello", [])).toBe("Hello");
});
