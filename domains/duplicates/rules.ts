import { formatPhone } from "#core/phone.ts";
import type { CustomValues } from "#domains/customers/custom/fields.ts";
import {
  type CustomerValues,
  customerField,
  type MergedField,
  mergedFields,
  partLabels,
} from "#domains/customers/fields.ts";
import { type ChoiceName, type ComparedCustomer, choiceOf, choices, type Reason } from "./contract.ts";

type ComparedFields = Readonly<CustomerValues>;

/** Normalizes spelling variants: case, spaces and punctuation. */
function normalize(text: string): string {
  return text.toLowerCase().replace(/[ .,'#-]/g, "");
}

const nameOf = ({ first_name, last_name }: ComparedFields) => normalize(first_name + last_name);

/** Why two customers may be one person; empty when nothing suggests it. */
export function reasonsFor(one: ComparedFields, other: ComparedFields): Reason[] {
  const matches = (of: (person: ComparedFields) => string) => of(one) !== "" && of(one) === of(other);
  const isNamesake = matches(nameOf);
  const matched: Record<Reason, boolean> = {
    email: matches(({ email }) => email.trim().toLowerCase()),
    address: isNamesake && matches(({ address }) => normalize(address)),
    company: isNamesake && matches(({ company }) => normalize(company)),
    phone: isNamesake && isTypo(one.phone, other.phone),
  };
  return (Object.keys(matched) as Reason[]).filter((reason) => matched[reason]);
}

/** True when two numbers differ by one digit or by two adjacent digits swapped. */
export function isTypo(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const positions = [...one].flatMap((digit, index) => (digit === other[index] ? [] : [index]));
  const [first = 0, second = 0] = positions;
  if (positions.length === 1) return true;
  return positions.length === 2 && second === first + 1 && one[first] === other[second] && one[second] === other[first];
}

export const reasonTexts: Record<Reason, string> = {
  email: "Same email address",
  address: "Same name and address",
  company: "Same name and company",
  phone: "Same name, with phone numbers one typo apart",
};

const fieldsOf = (choice: ChoiceName) => mergedFields.filter((field) => choiceOf(field) === choice);

export function choiceText(choice: ChoiceName): string {
  return choice === "name" ? partLabels.name : customerField(choice).label;
}

/** A choice's value for display. */
export function choiceValue(person: ComparedFields, choice: ChoiceName): string {
  return fieldsOf(choice)
    .map((field) => person[field])
    .join(" ")
    .trim();
}

/** The choices where two customers differ. */
export function differences(one: ComparedFields, other: ComparedFields): ChoiceName[] {
  return choices.filter((choice) => choiceValue(one, choice) !== choiceValue(other, choice));
}

/** Choices where only the merged customer has a value. */
export function suggestedChoices(kept: ComparedFields, merged: ComparedFields): ChoiceName[] {
  return choices.filter((choice) => choiceValue(kept, choice) === "" && choiceValue(merged, choice) !== "");
}

/** The kept customer's values after a merge. */
export function chosenValues(kept: ComparedFields, merged: ComparedFields, take: readonly ChoiceName[]) {
  const chosen = (field: MergedField) => (take.includes(choiceOf(field)) ? merged : kept)[field];
  return Object.fromEntries(mergedFields.map((field) => [field, chosen(field)])) as Record<MergedField, string>;
}

const customOf = (values: CustomValues, key: string) => (Object.hasOwn(values, key) ? (values[key] ?? "") : "");

/** The own fields in which two customers differ, by key. */
export function customDifferences(one: CustomValues, other: CustomValues): string[] {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].filter((key) => customOf(one, key) !== customOf(other, key));
}

/** The own fields for which only the merged customer has a value. */
export const suggestedCustom = (kept: CustomValues, merged: CustomValues): string[] =>
  customDifferences(kept, merged).filter((key) => customOf(kept, key) === "");

/** The kept customer's own fields that a merge changes, before and after. */
export function chosenCustom(kept: CustomValues, merged: CustomValues, take: readonly string[]) {
  const keys = customDifferences(kept, merged).filter((key) => take.includes(key));
  const of = (values: CustomValues) => Object.fromEntries(keys.map((key) => [key, customOf(values, key)]));
  return { was: of(kept), becomes: of(merged) };
}

/** Which customer to keep by default: one with a name, then with more messages, then the older one. */
export function preferredCustomer<P extends ComparedCustomer>(one: P, other: P): P {
  const rank = (person: P) => [
    nameOf(person) === "" ? 0 : 1,
    person.messages_received + person.messages_sent,
    -person.id,
  ];
  const [mine, theirs] = [rank(one), rank(other)];
  const decisive = mine.findIndex((value, index) => value !== theirs[index]);
  return (mine[decisive] ?? 0) >= (theirs[decisive] ?? 0) ? one : other;
}

/** Days during which a merge can be undone. */
export const undoDays = 30;

/** The facts that decide whether a merge can be undone. */
export interface MergeFacts {
  readonly at: Date;
  readonly now: Date;
  readonly undone: boolean;
  readonly kept_name: string;
  readonly phone: string;
  readonly keptIsDeleted: boolean;
  /** The kept customer was merged into someone else since. */
  readonly keptIsMerged: boolean;
  /** Someone was merged into the kept customer later, and still is. */
  readonly hasNewer: boolean;
  /** The name of the live customer who has the merged customer's phone now. */
  readonly phoneOwner: string | undefined;
}

/** Why a merge can't be undone, in words; empty when it can. */
export function cannotUndo(facts: MergeFacts): string {
  const { kept_name, phoneOwner } = facts;
  if (facts.undone) return "This merge was already undone.";
  if (facts.now.getTime() - facts.at.getTime() > undoDays * 24 * 3_600_000) {
    return `A merge can be undone for ${undoDays} days. This one is older.`;
  }
  if (facts.keptIsMerged) {
    return `${kept_name} has since been merged into another customer. Undo that merge first.`;
  }
  if (facts.keptIsDeleted) return `${kept_name} has since been deleted, so this merge can't be undone.`;
  if (facts.hasNewer) return `Someone else was merged into ${kept_name} later. Undo that merge first.`;
  if (phoneOwner !== undefined) {
    return `${formatPhone(facts.phone)} is now the number of ${phoneOwner}, so this merge can't be undone.`;
  }
  return "";
}
