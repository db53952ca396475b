import { hasVinCheckDigit } from "#core/vin.ts";
import { readCustomValue } from "#domains/customers/custom/rules.ts";
import { type LeadColumnName, leadColumn, leadColumnNames } from "./fields.ts";

/** What a business knows about leads, that cells are read by. */
export interface LeadBook {
  /** Members of the location by name and email in small letters; null where several have it. */
  readonly owners: ReadonlyMap<string, number | null>;
  /** The business's stages in order. */
  readonly stages: readonly LeadBookStage[];
  /** The location's sources by their names in small letters. */
  readonly sources: ReadonlyMap<string, string>;
  readonly now: Date;
}

export interface LeadBookStage {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
}

/** A vehicle of a row. */
export interface RowVehicle {
  readonly interest: "buy" | "trade_in";
  readonly status: "" | "new" | "used";
  readonly year: string;
  readonly make: string;
  readonly model: string;
  readonly trim: string;
  readonly vin: string;
  readonly stock: string;
  readonly comments: string;
}

/** The lead that a row names. */
export interface RowLead {
  readonly owner_id: number | null;
  /** Null: where new leads begin. */
  readonly stage_id: number | null;
  readonly source: string;
  /** Null: the row doesn't say when it came in. */
  readonly received_at: Date | null;
  readonly vehicles: readonly RowVehicle[];
  /** Notes and tags, and what of the row fits nowhere else. */
  readonly notes: string;
}

export type LeadCells = Partial<Record<LeadColumnName, string>>;

export interface ReadLead {
  /** Undefined: the row names none. */
  readonly lead: RowLead | undefined;
  readonly warnings: readonly string[];
}

const longest = { source: 100, make: 60, model: 80, trim: 80, vin: 17, stock: 40, notes: 8_000, comments: 1_000 };

/** A name, an email or a stage as they are compared. */
export const foldWords = (text: string): string => text.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();

const shown = (text: string) => (text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text);

/** A lead's own fields: what the others add to it makes none. */
const makers = leadColumnNames.filter((name) => leadColumn(name).makesLead);
const isNo = (text: string) => /^(no|n|false|0)$/i.test(text);

/** Reads what a row's cells, without the empty ones, say about a lead. What can't be used is kept as a note, with a warning. */
export function readLead(cells: LeadCells, book: LeadBook): ReadLead {
  const brought = isNo(cells.trade_in ?? "") ? "" : (cells.trade_in ?? "");
  if (!makers.some((name) => (name === "trade_in" ? brought : cells[name])))
    return { lead: undefined, warnings: lostNotes(cells) };
  const warnings: string[] = [];
  const notes: string[] = [];
  const keep = (label: string, text: string, why: string) => {
    notes.push(`${label}: ${text}`);
    warnings.push(why);
  };
  if (cells.lead_notes) notes.push(cells.lead_notes);
  if (cells.lead_tags) notes.push(`Tags: ${cells.lead_tags}`);
  const owner_id = ownerOf(cells.lead_owner ?? "", book, keep);
  const stage_id = stageOf(cells.lead_stage ?? "", book, keep);
  const source = sourceOf(cells.lead_source ?? "", book, keep);
  const received_at = dateOf(cells.lead_date ?? "", book.now, keep);
  const vehicles = [wantedOf(cells, keep), broughtOf(brought)].filter((one) => one !== undefined);
  const all = notes.join("\n");
  if (all.length > longest.notes)
    warnings.push(`The notes are longer than ${longest.notes} characters, so they end there`);
  const lead = { owner_id, stage_id, source, received_at, vehicles, notes: cut(all, longest.notes) };
  return { lead, warnings };
}

const cut = (text: string, most: number) => text.slice(0, most).toWellFormed();

const lostNotes = (cells: LeadCells): string[] =>
  cells.lead_notes || cells.lead_tags
    ? ["Notes and tags come in with a lead, and this row names none, so they're left out"]
    : [];

type Keep = (label: string, text: string, why: string) => void;

function ownerOf(typed: string, { owners }: LeadBook, keep: Keep): number | null {
  if (typed === "") return null;
  const id = owners.get(foldWords(typed)) ?? owners.get(foldWords(turned(typed)));
  if (typeof id === "number") return id;
  const why = owners.has(foldWords(typed)) ? "fits several people here" : "isn't on your team here";
  keep("Owner", typed, `Owner ${shown(typed)} ${why}, so the name is kept as a note`);
  return null;
}

/** `Lopez, Maria` → `Maria Lopez` */
const turned = (name: string) => name.replace(/^([^,]+),\s*([^,]+)$/, "$2 $1");

/** What other systems call the ends of a lead. */
const endWords: Readonly<Record<string, "won" | "lost">> = {
  sold: "won",
  won: "won",
  "closed won": "won",
  "closed - won": "won",
  delivered: "won",
  lost: "lost",
  dead: "lost",
  "closed lost": "lost",
  "closed - lost": "lost",
};

function stageOf(typed: string, { stages }: LeadBook, keep: Keep): number | null {
  if (typed === "") return null;
  const word = foldWords(typed);
  const end = endWords[word];
  const stage = stages.find(({ name }) => foldWords(name) === word) ?? (end && stages.find(({ kind }) => kind === end));
  if (stage) return stage.id;
  const first = stages.find(({ kind }) => kind === "open")?.name ?? "";
  keep("Stage", typed, `Stage ${shown(typed)} isn't one of yours, so the lead starts in ${first}`);
  return null;
}

function sourceOf(typed: string, { sources }: LeadBook, keep: Keep): string {
  const known = sources.get(foldWords(typed));
  if (known !== undefined) return known;
  if (typed.length <= longest.source) return typed;
  keep("Source", typed, `The source is longer than ${longest.source} characters, so it ends there`);
  return cut(typed, longest.source).trim();
}

/** Noon of the day in UTC is the same day all over America. */
function dateOf(typed: string, now: Date, keep: Keep): Date | null {
  if (typed === "") return null;
  const whole = typed.replace(/^(\d{1,2}[/-]\d{1,2}[/-])(\d\d)(?!\d)/, "$120$2");
  const { value = "", problem } = readCustomValue({ kind: "date", options: [] }, whole);
  const day = new Date(`${value}T12:00:00Z`);
  const isComing = problem === "" && day.getTime() - now.getTime() > 86_400_000;
  if (problem === "" && !isComing) return day > now ? now : day;
  const why = isComing ? "is in the future" : "isn't a day";
  keep("Lead date", typed, `Lead date ${shown(typed)} ${why}, so it's kept as a note`);
  return null;
}

const noVehicle = { status: "", year: "", make: "", model: "", trim: "", vin: "", stock: "", comments: "" } as const;

function wantedOf(cells: LeadCells, keep: Keep): RowVehicle | undefined {
  const named = cells.vehicle ? vehicleOfWords(cells.vehicle) : {};
  if (cells.vehicle && named.comments)
    keep(
      "Vehicle",
      cells.vehicle,
      `The vehicle is longer than ${longest.model} characters, so the rest is kept as a note`,
    );
  const year = yearOf(cells.vehicle_year ?? "", keep);
  const apart = {
    ...(year && { year }),
    ...(cells.vehicle_make && { make: cut(cells.vehicle_make, longest.make) }),
    ...(cells.vehicle_model && { model: cut(cells.vehicle_model, longest.model) }),
    ...(cells.vehicle_trim && { trim: cut(cells.vehicle_trim, longest.trim) }),
  };
  const vin = vinOf(cells.vin ?? "", keep);
  const stock = cells.stock_number ?? "";
  if (stock.length > longest.stock)
    keep("Stock number", stock, `The stock number is longer than ${longest.stock} characters, so it ends there`);
  const vehicle = { ...noVehicle, ...named, ...apart, vin, stock: cut(stock, longest.stock) };
  return Object.values(vehicle).some((text) => text !== "") ? { interest: "buy", ...vehicle } : undefined;
}

function yearOf(typed: string, keep: Keep): string {
  const year = typed.replace(/\.0+$/, "");
  if (year === "" || /^(19|20)\d\d$/.test(year)) return year;
  keep("Year", typed, `Vehicle year ${shown(typed)} isn't a year with four digits, so it's kept as a note`);
  return "";
}

function vinOf(typed: string, keep: Keep): string {
  const vin = typed.replace(/[\s-]/g, "").toUpperCase();
  if (vin === "" || hasVinCheckDigit(vin)) return vin;
  if (vin.length > longest.vin) {
    keep("VIN", typed, `VIN ${shown(typed)} has more than ${longest.vin} characters, so it's kept as a note`);
    return "";
  }
  keep("VIN", typed, `VIN ${shown(typed)} may be mistyped: check it`);
  return vin;
}

function broughtOf(typed: string): RowVehicle | undefined {
  if (typed === "") return undefined;
  const isOnlyYes = /^(yes|y|true|1|x)$/i.test(typed);
  const named = isOnlyYes ? { comments: "Has a trade-in" } : vehicleOfWords(typed);
  return { interest: "trade_in", ...noVehicle, ...named };
}

const twoWordMakes = /^(alfa romeo|aston martin|land rover|rolls[ -]royce|mercedes[ -]benz)(?= |$)/i;
const conditions: Readonly<Record<string, "new" | "used">> = {
  new: "new",
  used: "used",
  cpo: "used",
  preowned: "used",
};

/** `Used 2021 Honda Accord EX-L` → its parts. Other words are the model, and what is longer stands in the comments, too. */
export function vehicleOfWords(typed: string): Partial<Omit<RowVehicle, "interest">> {
  const text = typed.trim().replace(/\s+/g, " ");
  const [, condition = "", year = "", rest = ""] =
    /^(?:(new|used|cpo|pre-?owned)\s)?((?:19|20)\d\d)\s(.+)$/i.exec(text) ?? [];
  const make = (twoWordMakes.exec(rest)?.[0] ?? rest.split(" ")[0] ?? "").trim();
  const [model = "", ...further] = rest.slice(make.length).trim().split(" ");
  const trim = further.join(" ");
  const fits = make.length <= longest.make && model.length <= longest.model && trim.length <= longest.trim;
  if (year !== "" && fits) {
    const status = conditions[condition.toLowerCase().replace("-", "")] ?? "";
    return { status, year, make, model, trim };
  }
  if (text.length <= longest.model) return { model: text };
  return { model: cut(text, longest.model).trim(), comments: cut(text, longest.comments) };
}

/** A vehicle in one line. */
export const vehicleLine = ({
  year,
  make,
  model,
  trim,
}: Pick<RowVehicle, "year" | "make" | "model" | "trim">): string =>
  [year, make, model, trim].filter((part) => part !== "").join(" ");

/** A row's lead as the preview shows it: `Contacted · AutoTrader · 2021 Honda Accord`. */
export function leadInWords({ stage_id, source, vehicles }: RowLead, book: LeadBook | undefined): string {
  const stages = book?.stages ?? [];
  const stage = stages.find(({ id, kind }) => (stage_id === null ? kind === "open" : id === stage_id));
  const wanted = vehicles.find(({ interest }) => interest === "buy");
  return [stage?.name ?? "", source, wanted ? vehicleLine(wanted) : ""].filter((part) => part !== "").join(" · ");
}
