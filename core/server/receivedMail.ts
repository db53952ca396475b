import { convert } from "html-to-text";
import type { Email as ParsedMail } from "postal-mime";

/** Bytes of a mail that are read; longer ones have attachments that no one needs to read. */
export const longestMail = 5_000_000;
/** Characters of HTML that are read: deeply nested elements take quadratic time. */
const longestHtml = 250_000;

/** A raw mail with its parts; undefined for what none can be read of. Never throws. */
export async function parseMail(raw: Uint8Array, longest = longestMail): Promise<ParsedMail | undefined> {
  const mail = await parseAs(raw.subarray(0, longest));
  const isMisread = [mail?.text, mail?.html].some((text) => text?.includes("\ufffd"));
  if (!isMisread) return mail;
  // Windows-1252 that says it is UTF-8.
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, longest)).toString("latin1");
  return parseAs(Buffer.from(bytes.replace(/charset="?utf-?8"?/gi, "charset=windows-1252"), "latin1"));
}

async function parseAs(raw: Uint8Array): Promise<ParsedMail | undefined> {
  const { default: PostalMime } = await import("postal-mime");
  try {
    return await PostalMime.parse(raw, { attachmentEncoding: "arraybuffer", maxNestingDepth: 20 });
  } catch {
    return undefined;
  }
}

/** Where mail servers write to whom a mail goes. */
const recipientHeader =
  /^(to|cc|bcc|resent-to|delivered-to|x-delivered-to|original-to|x-original-to|envelope-to|x-forwarded-to|x-envelope-to|received):/i;

/** The mailboxes at a domain that a raw mail's head names, in small letters, each once. */
export function mailboxesIn(raw: Uint8Array, domain: string): string[] {
  const head =
    Buffer.from(raw.subarray(0, 64_000))
      .toString("latin1")
      .split(/\r?\n\r?\n/, 1)[0] ?? "";
  const recipients = head
    .replace(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/)
    .filter((line) => recipientHeader.test(line))
    .join("\n");
  const found = [...recipients.matchAll(/(?<![\w.+-])([\w.+-]{1,64})@([a-z0-9.-]+)/gi)]
    .filter(([, , host = ""]) => host.toLowerCase().replace(/\.$/, "") === domain.toLowerCase())
    .map(([, mailbox = ""]) => mailbox.toLowerCase());
  return [...new Set(found)];
}

/** An HTML mail's text, a table's row on a line of its own. */
export function textOfHtml(html: string): string {
  // A cell ends where no word does: without it, a label would touch its value.
  const cells = html.slice(0, longestHtml).replace(/<\/t[dh]\s*>(?=\s*<t[dh]\b)/gi, `${cellEnd}$&`);
  const text = convert(cells, {
    wordwrap: false,
    limits: { maxDepth: 100, maxChildNodes: 20_000 },
    selectors: [
      { selector: "a", options: { ignoreHref: true } },
      { selector: "img", format: "skip" },
      ...["h1", "h2", "h3", "h4"].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: "tr", format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      { selector: "td", format: "inline" },
      { selector: "th", format: "inline" },
      { selector: "table", format: "block" },
    ],
  });
  return text.replace(new RegExp(` ?${cellEnd} ?`, "g"), "\t");
}

const cellEnd = "\u241f";
