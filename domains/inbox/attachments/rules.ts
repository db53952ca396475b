import type { ChatAttachment } from "./contract.ts";

const longestName = 100;
const longestInKey = 40;

/** Splits off what stands behind the last point, when that can be a file's ending. */
function parted(name: string): { base: string; ending: string } {
  const [, base = name, ending = ""] = /^(.+?)(\.[\p{L}\p{N}]{1,10})$/su.exec(name) ?? [];
  return { base, ending };
}

/** Cuts whole characters only. */
function cutTo(text: string, length: number): string {
  return text.slice(0, Math.max(0, length)).toWellFormed().replace(/�$/, "");
}

/**
 * A file's name as it may be shown and kept: without folders, and without signs that can't be seen or that turn the
 * order of the letters round. It is cut in front of its ending.
 */
export function cleanName(given: string): string {
  const visible = given
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/[\p{Cf}\p{Co}\p{Cn}\uFFFD]/gu, "")
    // So browsers write them in a form.
    .replace(/%22/g, '"')
    .replace(/%0[AD]/gi, " ");
  const last = visible.split(/[/\\]/).findLast((part) => part.trim() !== "") ?? "";
  const tidy = last.replace(/\s+/gu, " ").replace(/^[\s.]+|[\s.]+$/gu, "");
  const { base, ending } = parted(tidy);
  return `${cutTo(base, longestName - ending.length).trim()}${ending}` || "file";
}

/** The name under what the bytes are: `holiday.png` became a JPEG. */
export function renamed(name: string, ending: string): string {
  const { base } = parted(name);
  return `${cutTo(base, longestName - ending.length - 1)}.${ending}`;
}

/** The name in letters that every address, storage and telephone knows. */
export function plainName(name: string): string {
  const { base, ending } = parted(name);
  const plain = (text: string) =>
    text
      .normalize("NFKD")
      .replace(/\p{M}+/gu, "")
      .replace(/[^\w.-]+/g, "-")
      .replace(/-{2,}/g, "-");
  const end = /^\.\w+$/.test(ending) ? ending.toLowerCase() : "";
  const start = plain(base).replace(/^[.-]+|[.-]+$/g, "");
  return `${start.slice(0, longestInKey - end.length) || "file"}${end}`;
}

const drawnFrom = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif", "image/tiff"];

/** Pictures that can be drawn anew. */
export const isDrawable = (type: string) => drawnFrom.includes(type);

const pictureNames = /\.(jpe?g|jpe|jfif|png|gif|webp|avif|tiff?|bmp|heic|heif)$/i;

/** True for a file that is called a picture and is none. */
export function pretendsToBePicture(name: string, type: string): boolean {
  return pictureNames.test(name) && !type.startsWith("image/");
}

const programNames =
  /\.(exe|com|scr|msi|msp|bat|cmd|ps1|vbs|vbe|js|jse|wsf|wsh|hta|jar|apk|app|dmg|pkg|deb|rpm|sh|lnk|pif|cpl|reg)$/i;
const programTypes = [
  ...["application/x-msdownload", "application/x-elf", "application/x-mach-binary", "application/x-msi"],
  ...["application/vnd.android.package-archive", "application/java-vm", "application/x-apple-diskimage"],
  ...["application/x-deb", "application/x-rpm", "application/x-ms-shortcut", "application/wasm"],
];

/** Nobody gets a program from a dealership. */
export function isProgram(name: string, type: string): boolean {
  return programNames.test(name) || programTypes.includes(type);
}

const keptTypes =
  /^image\/(png|jpeg|gif|webp|avif|hei[cf]|tiff|bmp)$|^(audio|video)\/[\w.+-]+$|^application\/(pdf|zip|rtf|msword|vnd\.[\w.+-]+|x-cfb)$/;
const inert = "application/octet-stream";

/** The type under which a file is served: what could run or be shown as a page has none of its own. */
export function servedType(sniffed: string | undefined): string {
  return sniffed && keptTypes.test(sniffed) ? sniffed : inert;
}

const shownInPages = /^image\/(png|jpeg|gif|webp)$/;

/** What a customer sent, under a name: carriers tell none. */
export function namedMedia(type: string): Pick<ChatAttachment, "name" | "kind"> {
  if (shownInPages.test(type))
    return { kind: "image", name: `Picture.${type === "image/jpeg" ? "jpg" : type.slice(6)}` };
  const [group = "", ending = ""] = type.split("/");
  const known: Record<string, string> = { audio: "Sound", video: "Film" };
  if (known[group]) return { kind: "file", name: `${known[group]}.${endings[type] ?? ending.replace(/\W.*$/, "")}` };
  return { kind: "file", name: type === "application/pdf" ? "Document.pdf" : "File" };
}

const endings: Record<string, string> = {
  "audio/mpeg": "mp3",
  "video/quicktime": "mov",
  "video/3gpp": "3gp",
  "audio/mp4": "m4a",
};

/** The text as the customer gets it: under it the links to the files that don't go as pictures. */
export function textWithLinks(
  message: string,
  links: readonly { readonly name: string; readonly link: string }[],
): string {
  return [message, ...links.map(({ name, link }) => `${plainName(name)} ${link}`)]
    .filter((line) => line !== "")
    .join("\n");
}
