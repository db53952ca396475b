import { formatPhone } from "#core/phone.ts";
import type { ChoiceName, ComparedCustomer, Reason } from "./contract.ts";

type Person = Pick<ComparedCustomer, "first_name" | "last_name" | "email" | "phone" | "company" | "address">;

/** A text without what people write now and then differently: case, spaces, dots, commas and the like. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[ .,'#-]/g, "");
}

const nameOf = ({ first_name, last_name }: Person) => plain(first_name + last_name);

/** Why two customers may be one person; empty when nothing says so. */
export function reasonsFor(one: Person, other: Person): Reason[] {
  const same = (of: (person: Person) => string) => of(one) !== "" && of(one) === of(other);
  const isNamesake = same(nameOf);
  const found: Record<Reason, boolean> = {
    email: same(({ email }) => email.trim().toLowerCase()),
    address: isNamesake && same(({ address }) => plain(address)),
    company: isNamesake && same(({ company }) => plain(company)),
    phone: isNamesake && isSlip(one.phone, other.phone),
  };
  return (Object.keys(found) as Reason[]).filter((reason) => found[reason]);
}

/** True when one number is the other with one wrong digit, or with two neighbours swapped. */
export function isSlip(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const differ = [...one].flatMap((digit, place) => (digit === other[place] ? [] : [place]));
  const [first = 0, second = 0] = differ;
  if (differ.length === 1) return true;
  return differ.length === 2 && second === first + 1 && one[first] === other[second] && one[second] === other[first];
}

export const reasonTexts: Record<Reason, string> = {
  email: "Same email address",
  address: "Same name and address",
  company: "Same name and company",
  phone: "Same name, and phone numbers that differ by one slip",
};

/** What a value is called, and which columns it has. */
export const choiceFields = {
  name: ["first_name", "last_name"],
  email: ["email"],
  company: ["company"],
  address: ["address"],
} as const satisfies Record<ChoiceName, readonly (keyof Person)[]>;

export const choiceTexts: Record<ChoiceName, string> = {
  name: "Name",
  email: "Email",
  company: "Company",
  address: "Address",
};

/** A value as people read it. */
export function shownValue(person: Person, choice: ChoiceName): string {
  return choiceFields[choice]
    .map((field) => person[field])
    .join(" ")
    .trim();
}

/** The choices in which two customers differ. */
export function differences(one: Person, other: Person): ChoiceName[] {
  return names.filter((choice) => shownValue(one, choice) !== shownValue(other, choice));
}

const names = Object.keys(choiceFields) as ChoiceName[];

/** What the kept customer has none of and the merged one has. */
export function suggestedChoices(kept: Person, merged: Person): ChoiceName[] {
  return names.filter((choice) => shownValue(kept, choice) === "" && shownValue(merged, choice) !== "");
}

/** The kept customer's values after a merge. */
export function chosenValues(kept: Person, merged: Person, take: readonly ChoiceName[]) {
  const from = (choice: ChoiceName) => (take.includes(choice) ? merged : kept);
  return {
    first_name: from("name").first_name,
    last_name: from("name").last_name,
    email: from("email").email,
    company: from("company").company,
    address: from("address").address,
  };
}

/** Who is rather kept: who has a name, then who has more messages, then who was there first. */
export function rather<P extends ComparedCustomer>(one: P, other: P): P {
  const weight = (person: P) => [
    nameOf(person) === "" ? 0 : 1,
    person.messages_received + person.messages_sent,
    -person.id,
  ];
  const [mine, theirs] = [weight(one), weight(other)];
  const place = mine.findIndex((value, index) => value !== theirs[index]);
  return (mine[place] ?? 0) >= (theirs[place] ?? 0) ? one : other;
}

/** Days in which a merge can be undone. */
export const undoDays = 30;

/** What decides whether a merge can be undone. */
export interface MergeFacts {
  readonly at: Date;
  readonly now: Date;
  readonly undone: boolean;
  readonly kept_name: string;
  readonly phone: string;
  readonly keptIsDeleted: boolean;
  /** The kept customer was merged into somebody else since. */
  readonly keptIsMerged: boolean;
  /** Somebody was merged into the kept customer later, and still is. */
  readonly hasNewer: boolean;
  /** Who has the merged customer's phone now. */
  readonly phoneOwner: string | undefined;
}

/** Why a merge can't be undone, in words; empty when it can. */
export function cannotUndo(facts: MergeFacts): string {
  const { kept_name, phoneOwner } = facts;
  if (facts.undone) return "This merge was undone already.";
  if (facts.now.getTime() - facts.at.getTime() > undoDays * 24 * 3_600_000) {
    return `A merge can be undone for ${undoDays} days. This one is older.`;
  }
  if (facts.keptIsMerged) {
    return `${kept_name} was merged into another customer since. Undo that merge first.`;
  }
  if (facts.keptIsDeleted) return `${kept_name} was deleted since, so this merge can't be undone.`;
  if (facts.hasNewer) return `Somebody else was merged into ${kept_name} later. Undo that merge first.`;
  if (phoneOwner !== undefined) {
    return `${formatPhone(facts.phone)} is now the number of ${phoneOwner}, so this merge can't be undone.`;
  }
  return "";
}
