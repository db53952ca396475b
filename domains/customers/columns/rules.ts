import { isEmail } from "#core/fields.ts";
import { parsePhone } from "#core/phone.ts";
import { areAnswers, areSubscriptions } from "#domains/customers/cells/rules.ts";
import { customerField, importedFields } from "#domains/customers/fields.ts";
import {
  isLeadColumn,
  type LeadColumnName,
  leadColumn,
  leadColumnNames,
} from "#domains/customers/leadFields/fields.ts";
import {
  type CompositeField,
  type OptOutField,
  optOutFields,
  type UploadField,
  type UploadMapping,
} from "#domains/customers/upload/fields.ts";

/** Labels of columns that hold several fields or a part of one, as `synonyms` of the fields. */
const compositeSynonyms: Record<CompositeField, string> = {
  full_name: "name fullname displayname contactname wholename firstandlastname firstlastname",
  city: "city town municipality",
  state: "state province region stateprovince st",
  zip: "zip zipcode postal postalcode postcode zippostalcode zippostal",
};

const foreignCompositeSynonyms: Record<CompositeField, string> = {
  full_name: "nombrecompleto nomcomplet",
  city: "ciudad ort stadt ville citta cidade",
  state: "estado bundesland provincia",
  zip: "plz codigopostal postleitzahl codepostal cap cep",
};

/** Labels of columns about leads. */
const leadSynonyms: Record<LeadColumnName, string> = {
  lead_owner:
    "leadowner contactowner accountowner recordowner dealowner opportunityowner customerowner ownername salesrep salesreps salesrepname salesperson salespersonname salesrepresentative salesagent salesconsultant salesman salesassociate assignedto assignedrep assigneduser assignedagent assignedsalesperson assignedsalesrep leadassignedto primarysalesperson rep bdcagent bdcrep internetmanager vendedor asesor asesordeventas",
  lead_stage: "stage leadstage pipelinestage salesstage dealstage opportunitystage pipelinestatus etapa",
  lead_source:
    "source leadsource referralsource leadorigin marketingsource adsource originalsource sourcename leadsourcename origen fuente",
  vehicle:
    "vehicle vehicleofinterest interestedvehicle desiredvehicle requestedvehicle vehicledesired vehiclerequested voi vehicleinterest vehicledescription vehicleinfo vehicleinterestedin interestedin vehiculo",
  vehicle_year: "year vehicleyear modelyear yr vehyear desiredyear",
  vehicle_make: "make vehiclemake vehmake desiredmake marca",
  vehicle_model: "model vehiclemodel vehmodel desiredmodel modelo",
  vehicle_trim: "trim vehicletrim trimlevel vehtrim desiredtrim",
  vin: "vin vinnumber vinno vehiclevin vehicleidentificationnumber desiredvin",
  stock_number: "stock stocknumber stockno stocknum stocknbr stocknr stk stkno stknumber vehiclestock stockid",
  trade_in: "tradein trade tradeinvehicle tradevehicle vehicletrade tradeindescription tradeininfo",
  lead_date:
    "leaddate leadcreated leadcreateddate leadcreatedon leadcreatedat leadreceived leadreceiveddate inquirydate datereceived receiveddate datecreated createddate createdate created createdat createdon dateadded entrydate",
  lead_notes: "notes note comments comment remarks leadnotes customercomments salesnotes notas comentarios",
  lead_tags: "tags tag labels leadtags contacttags etiquetas",
};

/** A prefix that says whose value it is, as in `Customer Email`. */
const owners = "customer|cust|client|contact|buyer|owner|lead|person|guest|member|primarycontact|subscriber";
const ownerPrefixes = [new RegExp(`^(?:${owners})(?=.)`), new RegExp(`^(?:${owners})s(?=.)`)];

/** `E-Mail Address` → `emailaddress`, `Phone 1` → `phone`, `Teléfono` → `telefono` */
function folded(label: string): string {
  return label
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("œ", "oe")
    .replaceAll("ø", "o")
    .replaceAll("ł", "l")
    .replace(/\([^)]*\)/g, "")
    .replace(/[^a-z]/g, "");
}

interface ColumnMeaning {
  readonly field: UploadField;
  /** Among several columns for one field, the lowest rank wins. */
  readonly rank: number;
}

/** The rank of labels in other languages, below any English one. */
const foreign = 100;

/** Every known label; a field is also known by the label that forms and exports give it. */
const meanings = new Map<string, ColumnMeaning>([
  ...importedFields.map((field) => [folded(customerField(field).label), { field, rank: 0 }] as const),
  ...importedFields.flatMap((field) => labelsOf(field, customerField(field).synonyms ?? [])),
  ...importedFields.flatMap((field) => labelsOf(field, [customerField(field).foreignSynonyms ?? ""], foreign)),
  ...leadColumnNames.flatMap((field) => [
    [folded(leadColumn(field).label), { field, rank: 0 }] as const,
    ...labelsOf(field, [leadSynonyms[field]]),
  ]),
  ...Object.entries(compositeSynonyms).flatMap(([field, text]) => labelsOf(field as CompositeField, [text])),
  ...Object.entries(foreignCompositeSynonyms).flatMap(([field, text]) =>
    labelsOf(field as CompositeField, [text], foreign),
  ),
]);

function labelsOf(field: UploadField, synonyms: readonly string[], above = 0) {
  return synonyms.flatMap((text, rank) =>
    text.split(" ").map((label) => [label, { field, rank: rank + above }] as const),
  );
}

/** The field that a label names; "" when it is not a customer field. */
export function fieldOfLabel(label: string): UploadField {
  return meaningOf(label).field;
}

/** `E-mail 1 - Value` → `E-mail`, `Address 1 - City` → `City`, `Organization Name` → `Organization`: as address books export. */
function withoutCard(label: string): string {
  const [, kind = "", part = ""] = /^(.*?)\s*\d*\s+-\s+(.*)$/.exec(label.slice(0, 100)) ?? [];
  if (part === "") return label;
  if (/^(value|number)$/i.test(part)) return kind;
  if (/^address$/i.test(kind))
    return /^(formatted|country|po box|extended address|label|type)$/i.test(part) ? "" : part;
  return "";
}

/** Ranks of phones: one that gets texts first, then any, then those at home and at work. */
const phoneRanks = { mobile: 0, any: 1, other: 2 } as const;

/** `Phone 1 - Label` and `Phone Type` say what the phone beside them is. */
const phoneType = /^(?:(?:e ?mail)? ?phone|tel|telephone) (?:label|type|kind)$/;

function meaningOf(label: string): ColumnMeaning {
  const optOut = optOutOfLabel(label);
  if (optOut) return { field: optOut, rank: 0 };
  const words = labelWords(label);
  if (phoneType.test(words.join(" "))) return { field: "phone_type", rank: 0 };
  const phone = phoneOfLabel(label);
  if (phone) return { field: "phone", rank: phoneRanks[phone] };
  const whole = folded(withoutCard(label));
  // A customer's number is the file's own name for them.
  const owned = ownerPrefixes.map((prefix) => whole.replace(prefix, "")).filter((name) => name !== "number");
  for (const name of [whole, ...owned]) {
    const meaning = meanings.get(name);
    if (meaning) return meaning;
  }
  // A column named only after the person, such as `Customer`.
  return /^(customer|cust|client|contact|buyer|owner)$/.test(whole) && !label.includes("#")
    ? { field: "full_name", rank: 1 }
    : { field: "", rank: 0 };
}

/**
 * Maps columns to fields by their labels; several may be `address`. When no label names a phone, the column whose cells
 * are phone numbers is used.
 */
export function detectMapping(labels: readonly string[], rows: readonly (readonly string[])[]): UploadMapping {
  const columns = withTexted(withOwners(labels, labels.map(meaningOf)), labels, rows);
  const best = new Map<UploadField, number>();
  for (const [index, { field, rank }] of columns.entries()) {
    const column = best.get(field);
    if (column === undefined || rank < (columns[column]?.rank ?? 0)) best.set(field, index);
  }
  const isForeign = (field: UploadField) => (columns[best.get(field) ?? -1]?.rank ?? 0) >= foreign;
  const mapping = columns.map(({ field, rank }, index): UploadField => {
    if (field === "phone") return best.get(field) === index ? field : "other_phone";
    if (severalOf.has(field)) return field;
    if (field === "address") return rank < foreign || isForeign(field) ? field : "";
    if (best.get(field) !== index) return "";
    const sameName = field === "first_name" ? "full_name" : field === "full_name" ? "first_name" : undefined;
    return rank >= foreign && sameName && best.has(sameName) && !isForeign(sameName) ? "" : field;
  });
  const named = withLeads(withOptOuts(withNames(mapping), labels, rows), labels);
  return withEmail(withPhone(named, labels, rows), rows);
}

/** `Owner` is who works on the lead where other columns say whose it is. */
function withOwners(labels: readonly string[], columns: readonly ColumnMeaning[]): readonly ColumnMeaning[] {
  const isOwner = labels.map((label) => folded(label) === "owner");
  const hasName = columns.some(({ field }, at) => nameFields.has(field) && !isOwner[at]);
  return hasName ? columns.map((column, at) => (isOwner[at] ? { field: "lead_owner", rank: 50 } : column)) : columns;
}

/** `SMS` and `Text` are phones where most of their cells are. */
function withTexted(
  columns: readonly ColumnMeaning[],
  labels: readonly string[],
  rows: Rows,
): readonly ColumnMeaning[] {
  return columns.map((column, at) => {
    const words = labelWords(labels[at] ?? "");
    const isTexted = words.some((word) => mobileWords.has(word));
    if (column.field !== "" || !isTexted || !words.every((word) => mobileWords.has(word) || emptyWords.has(word)))
      return column;
    const filled = rows.map((row) => row[at] ?? "").filter((cell) => cell.trim() !== "");
    const phones = filled.filter((cell) => parsePhone(cell) !== undefined);
    return phones.length * 2 > filled.length ? { field: "phone", rank: phoneRanks.mobile } : column;
  });
}

const nameFields: ReadonlySet<UploadField> = new Set(["first_name", "last_name", "full_name"]);

/** A status that is about no consent is a lead's stage. What only adds to a lead counts beside a column that makes one. */
function withLeads(mapping: UploadMapping, labels: readonly string[]): UploadMapping {
  const makesLead = mapping.some((field) => isLeadColumn(field) && leadColumn(field).makesLead);
  const isStage = (label: string) => /^(leadstatus|salesstatus|dealstatus|opportunitystatus)$/.test(label);
  const staged = mapping.includes("lead_stage")
    ? -1
    : labels.findIndex((label, at) => {
        const name = folded(label);
        return mapping[at] === "" && (isStage(name) || (name === "status" && makesLead));
      });
  if (staged >= 0) return withLeads(mapping.with(staged, "lead_stage"), labels);
  return makesLead ? mapping : mapping.map((field) => (isLeadColumn(field) ? "" : field));
}

/** `Status` and `SMS` are about contact where all their cells are. */
function withOptOuts(mapping: UploadMapping, labels: readonly string[], rows: Rows): UploadMapping {
  return mapping.map((field, index) => {
    const maybe = field === "" ? maybeOptOutOfLabel(labels[index] ?? "") : undefined;
    if (!maybe) return field;
    const cells = rows.map((row) => row[index] ?? "");
    return (maybe.kind === "status" ? areSubscriptions(cells) : areAnswers(cells)) ? maybe.field : field;
  });
}

/** Several columns may be these: each opt-out counts. */
const severalOf: ReadonlySet<UploadField> = new Set(["phone_type", "lead_notes", ...optOutFields]);

/** `Name` next to `Last name` means the first name; next to both it is ignored. */
function withNames(mapping: UploadMapping): UploadMapping {
  const [hasFirst, hasLast] = [mapping.includes("first_name"), mapping.includes("last_name")];
  if (!hasFirst && !hasLast) return mapping;
  const replacement = hasFirst ? "" : "first_name";
  return mapping.map((field) => (field === "full_name" ? replacement : field));
}

type Rows = readonly (readonly string[])[];

/** A fax machine's number is a phone number that no text reaches. */
const isFax = (label: string) => labelWords(label).some((word) => /^(?:fax|faxes|telefax|pager|beeper)$/.test(word));

function withPhone(mapping: UploadMapping, labels: readonly string[], rows: Rows): UploadMapping {
  const withoutFax = rows.map((cells) => cells.map((cell, index) => (isFax(labels[index] ?? "") ? "" : cell)));
  return withCells(mapping, withoutFax, "phone", (cell) => parsePhone(cell) !== undefined);
}
const withEmail = (mapping: UploadMapping, rows: Rows) => withCells(mapping, rows, "email", isEmail);

/** Maps a field that no label names to the column in which most cells look like it. */
function withCells(
  mapping: UploadMapping,
  rows: Rows,
  field: UploadField,
  isIt: (cell: string) => boolean,
): UploadMapping {
  if (mapping.includes(field) || rows.length === 0) return mapping;
  const counts = mapping.map((taken, index) =>
    taken === "" ? rows.filter((cells) => isIt((cells[index] ?? "").trim())).length : 0,
  );
  const most = Math.max(...counts);
  return most === 0 || most < rows.length / 2 ? mapping : mapping.with(counts.indexOf(most), field);
}

/** Where a table begins in a file's first rows. */
export interface TableStart {
  /** The row of the labels; undefined when there is none. */
  readonly labels: number | undefined;
  /** The first row of data. What is above, besides the labels, are titles. */
  readonly data: number;
}

/** Labels are searched for in this many rows. */
export const labelSearchRows = 20;

/** Finds the labels among the first rows of a file, none of them empty: they may have titles above, or be missing. */
export function findTable(rows: Rows): TableStart {
  const all = rows.slice(0, labelSearchRows);
  const width = Math.max(0, ...all.map(filledCells));
  const knownLabels = all.findIndex(
    (cells) =>
      !isData(cells) && cells.some((cell) => fieldOfLabel(cell) !== "") && filledCells(cells) >= Math.min(2, width),
  );
  const firstData = all.findIndex(isData);
  // A title may have a phone in it, but not as many cells as the labels.
  const isTitle = (cells: readonly string[]) =>
    !isData(cells) || filledCells(cells) < filledCells(all[knownLabels] ?? []);
  if (knownLabels >= 0 && all.slice(0, knownLabels).every(isTitle))
    return { labels: knownLabels, data: knownLabels + 1 };
  const first = all.findIndex((cells) => filledCells(cells) >= Math.min(2, width));
  if (firstData >= 0 && firstData <= first) return { labels: undefined, data: firstData };
  return { labels: first, data: first + 1 };
}

const filledCells = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== "").length;

/** True when a cell is a phone or an email address, which no label is. */
const isData = (cells: readonly string[]) =>
  cells.some((cell) => isEmail(cell.trim()) || parsePhone(cell) !== undefined);

/** `CustHomePhone`, `PHONE_HOME (2)`, `Do-Not-Text?` → its words in small letters, those in brackets included. */
function labelWords(label: string): string[] {
  return label
    .slice(0, 100)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .replace(/['’]/g, "")
    .split(/[^a-z]+/)
    .filter(Boolean);
}

const setOf = (words: string) => new Set(words.split(" "));

/** Words that name a phone, say which of a person's phones it is, or say nothing more about it. */
const phoneNouns = setOf("phone phones ph phn fone tel telephone tele");
const numberNouns = setOf("number num no nbr nr numbers");
const mobileWords = setOf(
  "mobile mobil mbl cell cellular cel celular movil cellphone handphone hand mob text texting sms wireless smartphone",
);
const otherWords = setOf(
  "home hm house residence res evening eve night work wk business biz bus office off day daytime landline land line other alt alternate alternative secondary second third additional",
);
/** `HP`, `WP` and `CP`, where a label says no more. */
const shortNames: Readonly<Record<string, string>> = { hp: "h", wp: "w", bp: "b", cp: "c", mp: "m" };
const mobileLetters = setOf("c m");
const otherLetters = setOf("h w b o d e");
const emptyWords = setOf(
  "customer customers cust client contact buyer owner lead person member guest subscriber primary main preferred best default my his her their the of for a value us first us telefono",
);

const vocabulary = [...phoneNouns, ...numberNouns, ...mobileWords, ...otherWords, ...emptyWords].filter(
  (word) => word.length > 1,
);

/** The words of `homephone` and `CUSTCELLPH`; undefined when something of it isn't one. */
function split(word: string): string[] | undefined {
  if (word.length > 30) return undefined;
  const ends: (string[] | undefined)[] = [[]];
  for (let at = 0; at < word.length; at += 1) {
    const before = ends[at];
    if (!before) continue;
    for (const known of vocabulary) {
      if (word.startsWith(known, at)) ends[at + known.length] ??= [...before, known];
    }
  }
  return ends[word.length];
}

/** Whether a label names a phone: one that gets texts, any, or one at home or at work. */
export function phoneOfLabel(label: string): "mobile" | "any" | "other" | undefined {
  const named = labelWords(label);
  const [only = "", ...more] = named;
  const letter = more.length === 0 ? shortNames[only] : undefined;
  const words = letter ? [letter, "phone"] : named.flatMap((word) => split(word) ?? [word]);
  const kinds = words.map((word) => {
    if (phoneNouns.has(word)) return "phone";
    if (numberNouns.has(word)) return "number";
    if (mobileWords.has(word) || mobileLetters.has(word)) return "mobile";
    if (otherWords.has(word) || otherLetters.has(word)) return "other";
    return emptyWords.has(word) ? "empty" : "unknown";
  });
  if (kinds.includes("unknown")) return undefined;
  const isNumber = kinds.includes("phone") || kinds.includes("number");
  if (kinds.includes("mobile")) {
    const isPhoneByItself = words.some((word) =>
      /^(mobile?|mbl|movil|cel.*|mob|handphone|wireless|smartphone)$/.test(word),
    );
    return isNumber || (isPhoneByItself && !kinds.includes("other")) ? "mobile" : undefined;
  }
  if (
    !kinds.includes("phone") &&
    !(isNumber && kinds.includes("other") && words.some((word) => otherWords.has(word)))
  ) {
    return undefined;
  }
  return kinds.includes("other") ? "other" : "any";
}

const texting = "text|texts|texting|texted|textable|sms|mms|message|messages|messaging|mensaje|mensajes|textos";
const textWords = new RegExp(`\\b(${texting}|mobile|cell|phone|call|calls|calling|called|llamar|llamadas|dnc|dnt)\\b`);
const mailWords = /\b(e ?mails?|emailing|mailing|mailings|newsletters?|mail|dne|correos?)\b/;
const emails = /e ?mails?/.source;
const anyOf = (...patterns: readonly string[]) => new RegExp(`\\b(?:${patterns.join("|")})\\b`);

const forbids = anyOf(
  "do not",
  "dont",
  "don t",
  "donot",
  "opt(?:ed|s)? ?outs?",
  "optouts?",
  "unsub\\w*",
  "dnc|dnt|dne",
  `no (?:text|texts|texting|sms|${emails}|calls?|contact|marketing|messages?|solicit\\w*)`,
  "suppress\\w*",
  "never (?:text|e ?mail|call|contact)",
  `(?:${texting}|${emails}|contact) (?:stop|stopped|blocks?|blocked|excluded?|disabled|revoked|declined)`,
  `(?:stop|block|exclude)(?: from)?(?: all)? (?:${texting}|${emails}|marketing|contact)`,
  "(?:exclude|excluded|blocked) from (?:marketing|contact)",
  "no (?:enviar|mandar|contactar|llamar|textear|molestar|quiere|desea|acepta)",
);
/** Labels that say no more than that. */
const forbidsAlone = /^(?:stop|stopped|blocked|cell blocked)$/;
const allows = anyOf(
  "ok(?:ay)? (?:to|for|text|texts|sms)",
  `(?:${texting}|${emails})(?: is| are)? (?:ok|okay|y n|yes no|allowed|approved|authori[sz]ed|enabled|eligible|preferences?)`,
  "(?:may|can) (?:we |i )?(?:text|sms|e ?mail|call|contact|message)",
  "allow\\w*",
  "accepts?",
  "consent\\w*",
  "opt(?:ed|s)? ?ins?",
  "optins?",
  "opt status",
  "subscribed",
  "subscription (?:status|state)",
  `(?:${texting}|${emails}) subscription`,
  "permission\\w*",
  "agree\\w*",
  `(?:receives?|receiving|wants?|gets?|likes?) (?:${texting}|e ?mails|marketing|promotions)`,
  `(?:sms|texts?|texting) status`,
  `(?:sms|texts?|texting|emails) (?:marketing|promotions?|promos?|alerts?|updates|offers|notifications?|reminders|campaigns?)`,
  `(?:marketing|promotional|promo) (?:texts|sms|messages|emails)`,
  "email (?:marketing|promotions?|alerts|offers)",
  "textable",
  "(?:contact|communication|communications|marketing) preferences?",
  "solicit",
  "(?:acepta|autoriza|permite|permiso|consentimiento|recibir|recibe|quiere|desea)\\w*",
);
/** What is said about it besides whether there is one. */
const aboutIt = anyOf("source|method|by|url|ip|notes?|comments?|id|campaign|form|link|type");
/** A reason of an opt-out says that there is one; one of an opt-in may say why not. */
const aboutOptIn = anyOf("reason|keyword|last|sent|count|body|template");

/** The field of a label such as `Do Not Text`, `SMS Opt-Out`, `Unsubscribed`, `OK to text`; undefined for any other. */
export function optOutOfLabel(label: string): OptOutField | undefined {
  const name = labelWords(label).join(" ");
  const isForbidden = forbids.test(name) || forbidsAlone.test(name);
  if (!isForbidden && (!allows.test(name) || aboutOptIn.test(name))) return undefined;
  if (aboutIt.test(name)) return undefined;
  const [isText, isMail] = [textWords.test(name), mailWords.test(name)];
  const verb = isForbidden ? "no" : "may";
  if (isText === isMail || /^stop(ped)?$/.test(name)) return `${verb}_contact`;
  return isText ? `${verb}_text` : `${verb}_email`;
}

/** Whether what a column says is about emails alone: `Email status`. */
export function isAboutEmail(label: string): boolean {
  const name = labelWords(label).join(" ");
  return mailWords.test(name) && !textWords.test(name);
}

/** A label that may say who gets texts, or may be anything else: its cells tell. */
export function maybeOptOutOfLabel(label: string): { field: OptOutField; kind: "status" | "answers" } | undefined {
  const words = labelWords(label);
  const name = words.join(" ");
  if (/^(?:texts?|texting|sms|mms|messages?|messaging|text messag(?:e|es|ing)|sms messag(?:e|es|ing))$/.test(name)) {
    return { field: "may_text", kind: "answers" };
  }
  if (words.at(-1) !== "status" || words.some((word) => !statusWords.has(word))) return undefined;
  return { field: mailWords.test(name) ? "may_email" : "may_contact", kind: "status" };
}

const statusWords = setOf(
  "status customer cust client contact subscriber member lead person email mail e marketing opt phone mobile cell",
);
