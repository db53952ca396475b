import { countText } from "#core/count.ts";
import { maxBytes, uploads } from "../contract.ts";
import type { FileEncoding, Upload, UploadRecord } from "../fields.ts";

const kilobyte = 1024;
const megabyte = kilobyte * kilobyte;
/** `1 row`, `12,345 rows`; `plural` is for irregular nouns. */
export function pluralize(value: number, one: string, plural = `${one}s`): string {
  return `${countText(value)} ${value === 1 ? one : plural}`;
}

/** `340 kB`, `4.9 MB`; rounded up, so that `5.0 MB` never exceeds the limit. */
export function sizeText(bytes: number): string {
  if (bytes < kilobyte) return pluralize(bytes, "byte");
  if (bytes < megabyte) return `${Math.ceil(bytes / kilobyte)} kB`;
  return `${(Math.ceil((bytes / megabyte) * 10) / 10).toFixed(1)} MB`;
}

/** Why a chosen file can't be uploaded. */
export function fileError(file: { name: string; size: number } | undefined): string | undefined {
  if (!file) return uploads.csvUpload.file.missing;
  if (!/\.csv$/i.test(file.name)) {
    return "Choose a .csv file. Spreadsheet programs can save a table as CSV";
  }
  if (file.size === 0) return "This file is empty";
  return file.size > maxBytes ? uploads.csvUpload.file.tooLarge : undefined;
}

/** Why a pasted text can't be uploaded. */
export function textError(text: string): string | undefined {
  if (text.trim() === "") return "No record found";
  const size = new TextEncoder().encode(text).length;
  return size > maxBytes ? `This text has ${sizeText(size)}; up to 5 MB can be uploaded` : undefined;
}

export const uploadName = ({ file_name }: Pick<Upload, "file_name">): string => file_name || "Pasted text";

const delimiters: Record<string, string> = {
  ",": "comma-separated",
  ";": "semicolon-separated",
  "\t": "tab-separated",
  "|": "separated by vertical bars",
};

/** Encodings by the languages that they were made for. */
export const encodingNames: Record<FileEncoding, string> = {
  "UTF-8": "Unicode (UTF-8)",
  "UTF-16": "Unicode (UTF-16)",
  "Windows-1252": "Western European (Windows)",
  "Mac Roman": "Western European (Mac)",
  DOS: "Western European (DOS)",
  "Windows-1250": "Central European (Windows)",
  "ISO-8859-2": "Central European (ISO)",
  CP852: "Central European (DOS)",
  "ISO-8859-15": "Western European (ISO)",
  "Windows-1251": "Cyrillic (Windows)",
  "KOI8-R": "Cyrillic (KOI8-R)",
  CP866: "Cyrillic (DOS)",
  "Mac Cyrillic": "Cyrillic (Mac)",
  "Windows-1253": "Greek (Windows)",
  "Windows-1254": "Turkish (Windows)",
  "Windows-1255": "Hebrew (Windows)",
  "Windows-1256": "Arabic (Windows)",
  "Windows-1258": "Vietnamese (Windows)",
  GB18030: "Simplified Chinese (GB18030)",
  Big5: "Traditional Chinese (Big5)",
  Shift_JIS: "Japanese (Shift JIS)",
  "EUC-JP": "Japanese (EUC-JP)",
  "EUC-KR": "Korean (EUC-KR)",
};

/** Whether the bytes say in which encoding a file is; of others it is a guess. */
export const isEncodingSure = ({ file_name, encoding }: Upload): boolean =>
  file_name === "" || encoding === "UTF-8" || encoding === "UTF-16";

/** How a file was read: `contacts.csv, 12 kB, Windows-1252, semicolon-separated` */
export function readSummary({ file_name, size, encoding, delimiter }: Upload): string {
  const cells = delimiters[delimiter] ?? "";
  return [uploadName({ file_name }), sizeText(size), encoding, cells].filter(Boolean).join(", ");
}

export const markNames: Record<UploadRecord["mark"], string> = {
  fine: "New",
  known: "Existing",
  rejected: "Rejected",
  duplicate: "Duplicate row",
};

/** What a row says its person opted out of. */
export const optOutNames: Record<UploadRecord["opt_out"], string> = {
  "": "",
  texts: "Opts out of texts",
  emails: "Opts out of emails",
  both: "Opts out of texts and emails",
};

type UploadCounts = Upload["counts"];

/** The non-zero outcomes of the rows; they add up to the file's row count. */
export function resultParts(counts: UploadCounts): { label: string; value: number }[] {
  const parts: [string, number][] = [
    ["New customers", counts.added],
    ["Existing customers, updated", counts.updated],
    ["Existing customers, unchanged", counts.unchanged],
    ["Existing customers, kept as they were", counts.kept],
    ["Rejected", counts.rejected],
    ["Duplicate row", counts.duplicate],
    ["Removed", counts.removed],
  ];
  return parts.filter(([, value]) => value > 0).map(([label, value]) => ({ label, value }));
}

function listSentence(list: string | undefined): string {
  if (list === undefined) return "They won't be added to a list.";
  return `All of them will be in ${list === "" ? "the list" : `the list ${list}`}.`;
}

/** Sentences on what Continue will do. */
export function importSentences(counts: UploadCounts, known: Upload["known"], list: string | undefined): string[] {
  const { fine, known: knownCount, rejected, duplicate, removed, suppressed, warned, opted_out, leads } = counts;
  const leftOutReasons = [
    rejected > 0 && `${countText(rejected)} rejected`,
    duplicate > 0 && pluralize(duplicate, "duplicate row"),
    removed > 0 && `${countText(removed)} removed`,
  ].filter(Boolean);
  const who = pluralize(knownCount, "known customer");
  const sentences = [
    `${pluralize(fine, "new customer")} will be added.`,
    knownCount > 0 &&
      (known === "update" ? `${who} will be updated where the file differs.` : `${who} will stay as they are.`),
    fine + knownCount > 0 && listSentence(list),
    leftOutReasons.length > 0 &&
      `${pluralize(rejected + duplicate + removed, "row")} will be left out: ${leftOutReasons.join(", ")}.`,
    leads > 0 &&
      `${leads === 1 ? "1 row names" : `${countText(leads)} rows name`} a lead. Customers who have an open lead for that vehicle, or one without a vehicle, keep it. No one is notified.`,
    warned > 0 && `${pluralize(warned, "row")} will come in without a value that can't be used.`,
    opted_out > 0 &&
      `${pluralize(opted_out, "row")} ${opted_out === 1 ? "says" : "say"} that the customer opted out. That is recorded and stays, even if you undo the import.`,
    suppressed > 0 && `${pluralize(suppressed, "phone")} among them opted out and still can't be texted.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}

/** What an import did, in one line. */
export function uploadOutcome({ state, counts, error, undone }: Upload): string {
  if (state === "preview") return `${pluralize(counts.total, "row")}, not imported yet`;
  if (state === "importing") return "Import in progress";
  if (state === "undoing") return "The import is being undone";
  if (state === "failed") return error || "Nothing was imported";
  if (state === "discarded") return "Discarded, nothing was imported";
  if (state === "undone") return undoneText({ undone });
  const leftOut = counts.rejected + counts.duplicate + counts.removed;
  const parts = [
    `${countText(counts.added)} added`,
    `${countText(counts.updated)} updated`,
    leftOut > 0 && `${countText(leftOut)} left out`,
  ];
  return `${parts.filter(Boolean).join(", ")} of ${pluralize(counts.total, "row")}`;
}

/** What the undo did. */
export function undoneText({ undone }: Pick<Upload, "undone">): string {
  const { deleted = 0, restored = 0, stayed = 0, leads = 0, leads_stayed = 0 } = undone ?? {};
  const customers = (value: number) => pluralize(value, "customer");
  const parts = [
    `Undone: ${customers(deleted)} deleted`,
    restored > 0 && `${customers(restored)} as before`,
    stayed > 0 && `${customers(stayed)} kept, because they have been used since`,
    leads > 0 && `${pluralize(leads, "lead")} deleted`,
    leads_stayed > 0 && `${pluralize(leads_stayed, "lead")} kept, because someone has worked on them since`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}
