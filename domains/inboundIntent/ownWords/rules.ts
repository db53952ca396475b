import { invisible } from "#core/invisible.ts";
import { withPlainNewlines } from "#core/newlines.ts";

/*
 * What a text says in its sender's own words. Phones send a reaction as a text that quotes ours, mail programs and some
 * phones put the answered text below or above, and many add a signature: none of that asks for anything.
 */

/** The sender's own words of a text or mail: without reactions, quoted texts of ours and signatures. */
export function ownWords(message: string): string {
  const plain = withoutEnvelope(withPlainNewlines(message).replace(invisible, "").replace(quoteEntity, '"'));
  return withoutSignature(withoutQuotedInstructions(withoutQuotedLines(withoutReaction(plain))));
}

/** Quotation marks that a gateway wrote as HTML. */
const quoteEntity = /&(?:quot|#34|#39|apos|[lr][ds]quo);/giu;

/** How an email gateway passes a mail on as a text: `FRM:jim@example.com SUBJ:… MSG:` and the words. */
const envelope = /^\s*\(?(?:frm|from):[^\n]{0,120}?\s(?:subj(?:ect)?:[^\n]{0,120}?\s)?(?:msg|message):\s*/iu;
const withoutEnvelope = (message: string) => message.replace(envelope, "");

const opening = '[“"«„‟❝〝「『]';
const closing = '[”"»“‟❞〞」』]';

/** How phones name a reaction, before the text that it is about. `…` stands for an emoji or a few words. */
const reactions = [
  // iPhone, in English
  "(?:loved|liked|disliked|laughed at|emphasi[sz]ed|questioned)",
  "reacted …(?: to| with)?",
  "removed …(?: from)?",
  "(?:added|sent|left) an? … (?:reaction|sticker)(?: to)?",
  // iPhone, in Spanish
  "(?:(?:a \\S+ )?(?:no )?(?:le|me) (?:encantó|encanto|gustó|gusto|gusta|encanta|dio risa|hizo gracia|pareció gracioso))",
  "(?:se (?:rio|rió)(?: de| con)?|enfatizó|enfatizo|exclamó(?: por| ante)?|cuestionó|cuestiono|preguntó por|destacó|resaltó)",
  "reaccionó …(?: a| con)?|reacciono …(?: a| con)?",
  "(?:quitó|quito|eliminó|elimino|retiró|retiro) …(?: de| a)?",
  // French and Portuguese
  "(?:a (?:adoré|aimé|ri de|mis l'accent sur|mis en doute|réagi …))|(?:n'a pas aimé|a supprimé … de)",
  "(?:amou|adorou|curtiu|gostou de|não gostou de|não curtiu|riu de|enfatizou|questionou|reagiu …(?: a| com)?|removeu …(?: de)?)",
].map((text) => text.replaceAll("…", `(?:(?!${opening})\\P{Cc}){1,40}?`));

/** Android names the emoji alone: `👍 to “…”`, also "Removed" behind it. */
const emoji = "(?:[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Regional_Indicator}\\p{M}\\u20e3]\\s*){1,8}";
const emojiReactions = [
  `${emoji}(?:was )?(?:removed )?(?:to|from|a|de|à|para|en|sur)`,
  `(?:reacted|reaccionó|reacciono) (?:to|a)`,
];

const reaction = new RegExp(`^\\s*(?:${[...reactions, ...emojiReactions].join("|")})\\s*:?\\s*(?=${opening})`, "iu");

/** A reaction's quotation may hold others, and may be cut off before its end. */
function withoutReaction(message: string): string {
  const found = reaction.exec(message);
  if (!found) return message;
  const quoted = message.slice(found[0].length + 1);
  const end = [...quoted.matchAll(new RegExp(closing, "gu"))].at(-1)?.index;
  return end === undefined ? "" : quoted.slice(end + 1).trim();
}

/** The line with which a program introduces the text that is answered: all below it is that text. */
const introduction =
  /^\s*(?:(?:on|am|le|em|el) .{4,120}(?:wrote|schrieb|a écrit|escreveu|escribió|escribio)\s*:?\s*$|-{2,}\s*(?:original message|mensaje original|forwarded message|mensaje reenviado|reply above this line)\b|_{8,}\s*$|(?:from|de): .{1,120}$(?=\n\s*(?:sent|date|to|enviado|fecha|para): ))/imu;

/** Drops lines marked as quoted, and what a program copied below the answer. */
function withoutQuotedLines(message: string): string {
  const introduced = introduction.exec(message);
  const above = message.slice(0, introduced?.index);
  // Some programs put the answer below instead; its quotation is marked line by line.
  const answer = introduced && above.trim() === "" ? message.replace(introduced[0], "") : above;
  return answer
    .split("\n")
    .filter((line) => !/^\s*(?:>|&gt;|\|)/.test(line))
    .join("\n");
}

/** The part of our texts that says how to leave; whoever quotes it asks for nothing. */
const instruction =
  /\b(?:reply|text|txt|send|respond|answer|respond[ae]|envi[eaá]r?|mand[ea]|contest[ae])\s+(?:with\s+|con\s+)?\W{0,2}(?:stop|help|start|alto|parar)\b|\b(?:stop|alto|parar)\W{0,2}\s+(?:to|2|para)\s+(?:stop|end|quit|cancel|unsub\w*|opt|leave|terminar|cancelar|salir)|\b(?:msg|message)\b.{0,12}\bdata rates/iu;

const quotation = new RegExp(`${opening}[^“”"«»„‟❝❞「」『』]{12,}(?:${closing}|$)`, "gu");

/** Drops quotations of our own texts where something else is said as well; `“STOP”` alone is the sender's. */
function withoutQuotedInstructions(message: string): string {
  return message.replace(quotation, (quoted) => (instruction.test(quoted) ? " · " : quoted));
}

const device =
  "(?:i ?phone|i ?pad|android|galaxy|samsung|pixel|motorola|blackberry|windows|smart ?phone|phone|mobile|verizon|t-mobile|at&t|[a-z]+ mail|mail|yahoo|outlook|gmail|aol|proton ?mail)";
const signatureLine = new RegExp(
  `^\\s*(?:(?:sent|typed|written|composed) (?:from|via|with|by|using|on)\\b.{1,80}|get outlook for .{2,20}|(?:enviado|mandado|escrito) (?:desde|con|por)\\b.{1,80}|(?:envoyé|enviada?|gesendet|inviato|verzonden) (?:de|depuis|do|von|via|da|vanaf|a partir)\\b.{1,80}|(?:from )?my ${device}.{0,40})$`,
  "iu",
);

/** One that a gateway moved into the only line, or that stands in brackets or behind a dash. */
const inlineSignature =
  /(?<=\S)[ \t]+(?:(?:[-–—|*]+|[([])[ \t]*(?:sent|enviado) (?:from|via|with|by|using|on|desde|con|por) .{2,60}|(?:sent from my|sent via|enviado desde mi) .{2,60})$/iu;

/** Drops what a program or a person puts below every text: from `--` on, and lines such as "Sent from my iPhone". */
function withoutSignature(message: string): string {
  const lines = message.replace(inlineSignature, "").split("\n");
  const mark = lines.findIndex((line, at) => at > 0 && /^\s*(?:--|—|__)\s*$/.test(line));
  const above = mark === -1 ? lines : lines.slice(0, mark);
  while (above.length > 1 && (above.at(-1)?.trim() === "" || signatureLine.test(above.at(-1) ?? ""))) above.pop();
  return above.join("\n");
}
