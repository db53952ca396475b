import type {
  CountedStep,
  LeadKind,
  LeadOutcome,
  LeadReach,
  LeadVehicle,
  StageKind,
  StageTrigger,
  VehicleInterest,
} from "./fields.ts";

export const kindNames: Record<LeadKind, string> = {
  sales: "Sales",
  service: "Service",
  parts: "Parts",
  finance: "Finance",
  other: "Other",
};

export const stageKindNames: Record<StageKind, string> = { open: "Open", won: "Won", lost: "Lost" };

/** What people read of a stage. */
export interface Stage {
  readonly id: number;
  readonly name: string;
  readonly kind: StageKind;
  readonly position: number;
  readonly reached_by: "" | StageTrigger;
  readonly counts_as: "" | CountedStep;
}

/** The stage that new leads begin in: the first open one. */
export const firstStage = (stages: readonly Stage[]): Stage | undefined =>
  inOrderOf(stages).find(({ kind }) => kind === "open");

const inOrderOf = (stages: readonly Stage[]) => [...stages].sort((a, b) => a.position - b.position);

/** Where a fact moves an open lead; undefined when no stage waits for it, or the lead is there or further already. */
export function stageAfter(stages: readonly Stage[], current_id: number, trigger: StageTrigger): Stage | undefined {
  const current = stages.find(({ id }) => id === current_id);
  const reached = stages.find(({ reached_by, kind }) => reached_by === trigger && kind === "open");
  if (!current || !reached || current.kind !== "open") return undefined;
  return reached.position > current.position ? reached : undefined;
}

/** How a lead ends in a stage; empty in an open one. */
export const outcomeIn = (kind: StageKind, chosen: LeadOutcome | ""): LeadOutcome | "" => {
  if (kind === "open") return "";
  if (kind === "won") return "sold";
  return chosen === "duplicate" || chosen === "spam" ? chosen : "lost";
};

/** What stages count as: as they are to, else as before; a new one counts as the open stage above it, and no other does. */
export function countedStages<
  S extends Pick<Stage, "kind"> & { id?: number | undefined; counts_as?: Stage["counts_as"] | undefined },
>(stages: readonly S[], before: readonly Pick<Stage, "id" | "counts_as">[]): (S & Pick<Stage, "counts_as">)[] {
  let above: Stage["counts_as"] = "";
  return stages.map((stage) => {
    const known = before.find(({ id }) => id === stage.id);
    const counts_as = stage.kind === "open" ? (stage.counts_as ?? known?.counts_as ?? above) : "";
    if (stage.kind === "open") above = counts_as;
    return { ...stage, counts_as };
  });
}

/** Why a business can't work with these stages; empty when it can. */
export function stagesProblem(stages: readonly Pick<Stage, "name" | "kind" | "reached_by">[]): string {
  const names = stages.map(({ name }) => name.trim().toLocaleLowerCase("en"));
  if (new Set(names).size < names.length) return "Give each stage a name of its own";
  for (const [kind, words] of Object.entries(neededKinds)) {
    if (!stages.some((stage) => stage.kind === kind)) return words;
  }
  const triggers = stages.flatMap(({ reached_by }) => (reached_by === "" ? [] : [reached_by]));
  if (new Set(triggers).size < triggers.length) return "Only one stage can follow each event";
  if (stages.some(({ kind, reached_by }) => kind !== "open" && reached_by !== ""))
    return "Leads move to won and lost stages by hand only";
  return "";
}

const neededKinds: Record<StageKind, string> = {
  open: "Keep at least one open stage: new leads start there",
  won: "Keep at least one won stage",
  lost: "Keep at least one lost stage",
};

/** A vehicle in one line: `2021 Honda Accord EX-L`. Empty when nothing names it. */
export const vehicleInWords = ({ year, make, model, trim }: Pick<LeadVehicle, "year" | "make" | "model" | "trim">) =>
  [year, make, model, trim].filter((part) => part !== "").join(" ");

/** True for a vehicle that somebody brings, such as a trade-in. */
export const isBrought = (interest: VehicleInterest): boolean => interest === "trade_in" || interest === "sell";

/** Those that somebody wants, before those that they bring. */
export const wantedFirst = <V extends Pick<LeadVehicle, "interest">>(vehicles: readonly V[]): V[] => [
  ...vehicles.filter(({ interest }) => !isBrought(interest)),
  ...vehicles.filter(({ interest }) => isBrought(interest)),
];

/** What tells whether two inquiries are the same person's about the same vehicle. */
export interface InquiryIdentity {
  readonly provider_id: string;
  readonly phone: string;
  readonly email: string;
  readonly vehicles: readonly Pick<LeadVehicle, "interest" | "year" | "make" | "model" | "vin" | "stock">[];
}

/** Days within which an inquiry joins an open lead of the same person. */
export const joinDays = 30;

/** Shorter ids are numbers within a mail rather than a provider's own. */
const shortestOwnId = 4;

/** Whether an inquiry belongs to an open lead: by the provider's id of it, or the same person about the same vehicle. */
export function joinsLead(inquiry: InquiryIdentity, lead: InquiryIdentity): boolean {
  const samePhone = inquiry.phone !== "" && inquiry.phone === lead.phone;
  const sameEmail = inquiry.email !== "" && inquiry.email.toLowerCase() === lead.email.toLowerCase();
  const isOther = !samePhone && !sameEmail && differs(inquiry, lead);
  if (inquiry.provider_id.length >= shortestOwnId && inquiry.provider_id === lead.provider_id) return !isOther;
  return (samePhone || sameEmail) && sameVehicle(inquiry.vehicles, lead.vehicles);
}

const differs = (a: InquiryIdentity, b: InquiryIdentity) =>
  (a.phone !== "" && b.phone !== "") || (a.email !== "" && b.email !== "");

/** Whether inquiries are about the same vehicle. Without a wanted one on either side nothing speaks against it. */
export function sameVehicle(asked: InquiryIdentity["vehicles"], known: InquiryIdentity["vehicles"]): boolean {
  const [ours, theirs] = [asked, known].map((all) => all.filter(({ interest }) => !isBrought(interest)));
  if (!ours?.length || !theirs?.length) return true;
  return ours.some((one) => theirs.some((other) => isSameVehicle(one, other)));
}

function isSameVehicle(a: InquiryIdentity["vehicles"][number], b: InquiryIdentity["vehicles"][number]): boolean {
  const same = (name: "vin" | "stock" | "year" | "make" | "model") => {
    const [left, right] = [a[name], b[name]].map((text) => text.trim().toLowerCase());
    return left === "" || right === "" ? undefined : left === right;
  };
  const byKey = same("vin") ?? same("stock");
  if (byKey !== undefined) return byKey;
  return [same("year"), same("make"), same("model")].every((one) => one !== false);
}

const mostDollars = 99_999_999;
const currencies = /(?<![a-z])(?:usd|cad|us|ca|c|dollars?)(?![a-z])|\$/g;

/** A price as written, in whole dollars: `$38,450`, `38450 USD`, `38.450,00`, `38.5k`. 0 when it can't be read for sure. */
export function dollarsOf(price: string): number {
  const words = price.toLowerCase().replace(currencies, "").trim();
  const amount = Math.round(amountOf(words));
  return amount >= 1 && amount <= mostDollars ? amount : 0;
}

function amountOf(words: string): number {
  if (/^(\d{1,3}(,\d{3})+|\d{1,3}( \d{3})+|\d{1,12})(\.\d{1,2})?$/.test(words))
    return Number(words.replace(/[, ]/g, ""));
  if (/^\d{1,3}(\.\d{3})+(,\d{1,2})?$/.test(words)) return Number(words.replaceAll(".", "").replace(",", "."));
  if (/^\d{1,12},\d{1,2}$/.test(words)) return Number(words.replace(",", "."));
  if (/^\d{1,3}(\.\d{1,2})? ?k$/.test(words)) return Number(words.replace(/ ?k$/, "")) * 1_000;
  return 0;
}

/** What a lead is worth: the price of the first wanted vehicle; 0 when that names none. */
export function valueOfLead(vehicles: readonly Pick<LeadVehicle, "interest" | "price">[]): number {
  const wanted = vehicles.find(({ interest }) => !isBrought(interest));
  return wanted ? dollarsOf(wanted.price) : 0;
}

/** What a lead was sold for after a move: undefined leaves it, and only a sold lead has a price. */
export const salePriceAfter = (before: number | null, outcome: LeadOutcome | "", said: number | null | undefined) =>
  outcome === "sold" ? (said === undefined ? before : said) : null;

/** What narrows the list of leads in its address. */
export interface ListedLeads {
  readonly reached: LeadReach;
  /** The first and the last day; empty: any. */
  readonly from: string;
  readonly to: string;
  /** The days are those on which they reached it, instead of those on which they came in. */
  readonly isReachedThen?: boolean;
  readonly owner_id?: number | undefined;
  /** Empty: leads without a source. */
  readonly source?: string | undefined;
}

/** The address of the list with the leads behind a figure. */
export function leadsAddress({ reached, from, to, isReachedThen, owner_id, source }: ListedLeads): string {
  const query = {
    show: "all",
    reached,
    from,
    to,
    dated: isReachedThen ? "reached" : "",
    owner: owner_id === undefined ? "" : String(owner_id),
    source: source ?? "",
    nosource: source === "" ? "1" : "",
  };
  const set = Object.entries(query).filter(([, value]) => value !== "");
  return `/leads?${set.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
}
