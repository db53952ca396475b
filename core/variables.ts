import { formatPhone } from "./phone.ts";

/** What can stand between percent signs in a template, with what people read instead. */
export const variableNames = {
  customer_name: "Customer name",
  first_name: "First name",
  last_name: "Last name",
  company_name: "Company name",
  company_phone: "Company phone",
  company_email: "Company email",
  company_address: "Company address",
} as const;
export type VariableName = keyof typeof variableNames;

/** What a business's own fields say about a person, by the key of each field. */
export type CustomVariables = Readonly<Record<string, string>>;
export interface VariableValues extends Readonly<Record<VariableName, string>> {
  readonly custom?: CustomVariables;
}

export type CompanyValues = Pick<VariableValues, Extract<VariableName, `company_${string}`>>;

/** What the business's own variables stand for, from its profile. */
export function companyValuesOf(profile: Partial<CompanyValues> | undefined): CompanyValues {
  const { company_name = "", company_phone = "", company_email = "", company_address = "" } = profile ?? {};
  return { company_name, company_phone: formatPhone(company_phone), company_email, company_address };
}

/** `%customer_name%`, `%Customer Name%`, `%first_name|there%`, `%custom.lease_end%`. */
const variable = /%([a-z][a-z_ ]{1,28}[a-z]|custom\.[\p{L}\p{M}\p{N}_ -]{1,60})(?:\|([^%|\n]{0,40}))?%/giu;

const nameOf = (typed: string) => typed.normalize("NFKC").toLowerCase().replaceAll(" ", "_");

const customPrefix = "custom.";
const isCustom = (name: string) => name.startsWith(customPrefix);
const keyOf = (name: string) => name.slice(customPrefix.length);

/** How a business's own field stands in a template, without percent signs. */
export const customVariable = (key: string): string => customPrefix + key;
const isVariable = (name: string): name is VariableName => Object.hasOwn(variableNames, name);

/** A customer without a name is addressed as "there": "Hi there,". */
const nameless = "there";
const fallbacks: Partial<Record<VariableName, string>> = { customer_name: nameless, first_name: nameless };

/**
 * Fills a template's variables in, in one pass: a value that looks like a variable stays as it is. An empty value becomes
 * the variable's own fallback, and else "there" for names.
 *
 * @param render what a value becomes where it is inserted: plain text without line breaks when omitted.
 */
export function fillVariables(template: string, values: VariableValues, render = inOneLine): string {
  const find = (name: string) => (isVariable(name) ? values[name] : customValue(name, values.custom));
  return fillFrom(template, find, fallbacks, render);
}

/** What an own field stands for; empty for one that isn't known, so that nobody gets to read its name. */
function customValue(name: string, custom: CustomVariables = {}): string | undefined {
  if (!isCustom(name)) return undefined;
  return Object.hasOwn(custom, keyOf(name)) ? custom[keyOf(name)] : "";
}

/** The same with variables of one's own. @param fallbacks what stands for an empty value that has none where it is used. */
export function fillOwnVariables<Name extends string>(
  template: string,
  values: Readonly<Record<Name, string>>,
  fallbacks: Partial<Record<Name, string>>,
  custom?: CustomVariables,
): string {
  const isOwn = (name: string): name is Name => Object.hasOwn(values, name);
  const find = (name: string) => (isOwn(name) ? values[name] : custom && customValue(name, custom));
  return fillFrom(template, find, fallbacks, inOneLine);
}

function fillFrom(
  template: string,
  find: (name: string) => string | undefined,
  fallbacks: Partial<Record<string, string>>,
  render: (value: string) => string,
): string {
  return template.replace(variable, (match, typed: string, fallback: string | undefined) => {
    const name = nameOf(typed);
    const value = find(name);
    if (value === undefined) return match;
    return render(value.trim() || fallback?.trim() || (fallbacks[name] ?? ""));
  });
}

/** A value in one line, without characters that nobody sees. */
export function inOneLine(value: string): string {
  return value.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

/** True for what stands between the percent signs of a known variable, its fallback included. */
export function isVariableToken(token: string): boolean {
  const name = nameOf(token.split("|")[0] ?? "");
  return isVariable(name) || (isCustom(name) && !/%/.test(token));
}

/** What people read for a variable's token: `first_name|there` is "First name". */
export function variableLabel(token: string): string {
  const name = nameOf(token.split("|")[0] ?? "");
  if (isCustom(name)) return sentenceOf(keyOf(name));
  return isVariable(name) ? variableNames[name] : token;
}

const sentenceOf = (key: string) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll("_", " ");

/** True when the text differs from person to person. */
export function hasVariables(template: string): boolean {
  return [...template.matchAll(variable)].some(
    ([, typed = ""]) => isVariable(nameOf(typed)) || isCustom(nameOf(typed)),
  );
}

/** True when a business's own field stands in it. */
export function hasCustomVariables(template: string): boolean {
  return [...template.matchAll(variable)].some(([, typed = ""]) => isCustom(nameOf(typed)));
}

/**
 * What looks like a variable but is none, as typed: `%fist_name%`. "100% off, 20%" has none.
 *
 * @param known variables of one's own.
 * @param custom the keys of the business's own fields; "any" where nobody knows them, and none when omitted.
 */
export function unknownVariables(
  template: string,
  known: Readonly<Record<string, string>> = variableNames,
  custom: readonly string[] | "any" = [],
): string[] {
  const isKnown = (name: string) =>
    isCustom(name) ? custom === "any" || custom.includes(keyOf(name)) : Object.hasOwn(known, name);
  const typed = [...template.matchAll(variable)].filter(([, name = ""]) => !isKnown(nameOf(name)));
  // Blanks alone make a sentence between two percentages, not a variable.
  const misspelt = typed.filter(([, name = ""]) => isCustom(nameOf(name)) || name.includes("_") || !name.includes(" "));
  return [...new Set(misspelt.map(([match]) => match))];
}
