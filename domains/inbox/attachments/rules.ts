import { asciiFileName } from "#core/fileNames.ts";
import type { ChatAttachment } from "./contract.ts";

const browserImageTypes = /^image\/(png|jpeg|gif|webp)$/;

/** A display name and kind for inbound media, which carriers deliver without a file name. */
export function describeInboundMedia(type: string): Pick<ChatAttachment, "name" | "kind"> {
  if (browserImageTypes.test(type))
    return { kind: "image", name: `Picture.${type === "image/jpeg" ? "jpg" : type.slice(6)}` };
  const [group = "", subtype = ""] = type.split("/");
  const labels: Record<string, string> = { audio: "Audio", video: "Video" };
  if (labels[group])
    return { kind: "file", name: `${labels[group]}.${extensions[type] ?? subtype.replace(/\W.*$/, "")}` };
  return { kind: "file", name: type === "application/pdf" ? "Document.pdf" : "File" };
}

const extensions: Record<string, string> = {
  "audio/mpeg": "mp3",
  "video/quicktime": "mov",
  "video/3gpp": "3gp",
  "audio/mp4": "m4a",
};

/** The text the customer receives, with a link line for each file that isn't sent as media. */
export function textWithLinks(
  message: string,
  links: readonly { readonly name: string; readonly link: string }[],
): string {
  return [message, ...links.map(({ name, link }) => `${asciiFileName(name)} ${link}`)]
    .filter((line) => line !== "")
    .join("\n");
}
