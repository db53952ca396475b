const maxNameLength = 100;
const maxAsciiNameLength = 40;

/** Splits a name into base and extension; the extension includes its dot. */
function splitExtension(name: string): { base: string; extension: string } {
  const [, base = name, extension = ""] = /^(.+?)(\.[\p{L}\p{N}]{1,10})$/su.exec(name) ?? [];
  return { base, extension };
}

/** Truncates without splitting a surrogate pair. */
function truncate(text: string, length: number): string {
  return text.slice(0, Math.max(0, length)).toWellFormed().replace(/�$/, "");
}

/**
 * Makes an uploaded file's name safe to show and store: no folders, no invisible or text-direction characters, at most
 * 100 characters. Truncation keeps the extension.
 */
export function sanitizeFileName(uploadedName: string): string {
  const visible = uploadedName
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/[\p{Cf}\p{Co}\p{Cn}\uFFFD]/gu, "")
    // Browsers percent-encode quotes and line breaks in form data.
    .replace(/%22/g, '"')
    .replace(/%0[AD]/gi, " ");
  const last = visible.split(/[/\\]/).findLast((segment) => segment.trim() !== "") ?? "";
  const tidy = last.replace(/\s+/gu, " ").replace(/^[\s.]+|[\s.]+$/gu, "");
  const { base, extension } = splitExtension(tidy);
  return `${truncate(base, maxNameLength - extension.length).trim()}${extension}` || "file";
}

/** Replaces the extension, for a picture that became another format. */
export function withExtension(name: string, extension: string): string {
  const { base } = splitExtension(name);
  return `${truncate(base, maxNameLength - extension.length - 1)}.${extension}`;
}

/** The name in ASCII, safe in URLs, storage keys and texts. */
export function asciiFileName(name: string): string {
  const { base, extension } = splitExtension(name);
  const toAscii = (text: string) =>
    text
      .normalize("NFKD")
      .replace(/\p{M}+/gu, "")
      .replace(/[^\w.-]+/g, "-")
      .replace(/-{2,}/g, "-");
  const end = /^\.\w+$/.test(extension) ? extension.toLowerCase() : "";
  const start = toAscii(base).replace(/^[.-]+|[.-]+$/g, "");
  return `${start.slice(0, maxAsciiNameLength - end.length) || "file"}${end}`;
}

const imageFileName = /\.(jpe?g|jpe|jfif|png|gif|webp|avif|tiff?|bmp|heic|heif)$/i;

/** True when the name claims to be an image and the bytes are not. */
export function isFakeImage(name: string, type: string): boolean {
  return imageFileName.test(name) && !type.startsWith("image/");
}

const executableFileName =
  /\.(exe|com|scr|msi|msp|bat|cmd|ps1|vbs|vbe|js|jse|wsf|wsh|hta|jar|apk|app|dmg|pkg|deb|rpm|sh|lnk|pif|cpl|reg)$/i;
const executableTypes = [
  "application/x-msdownload",
  "application/x-elf",
  "application/x-mach-binary",
  "application/x-msi",
  "application/vnd.android.package-archive",
  "application/java-vm",
  "application/x-apple-diskimage",
  "application/x-deb",
  "application/x-rpm",
  "application/x-ms-shortcut",
  "application/wasm",
];

/** True for executables, which are never sent to customers. */
export function isExecutable(name: string, type: string): boolean {
  return executableFileName.test(name) || executableTypes.includes(type);
}

const safeTypes =
  /^image\/(png|jpeg|gif|webp|avif|hei[cf]|tiff|bmp)$|^(audio|video)\/[\w.+-]+$|^application\/(pdf|zip|rtf|msword|vnd\.[\w.+-]+|x-cfb)$/;
const inertType = "application/octet-stream";

/** The Content-Type to serve a file with; anything that could run or render as a page becomes octet-stream. */
export function safeContentType(sniffed: string | undefined): string {
  return sniffed && safeTypes.test(sniffed) ? sniffed : inertType;
}
