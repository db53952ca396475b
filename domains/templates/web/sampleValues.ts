import { type CompanyValues, companyValuesOf, type VariableValues } from "#core/variables.ts";

/** Values to show a template with before it has an audience: the business's own, and names of people made up. */
export function sampleValues(
  profile: Partial<CompanyValues> | undefined,
): Readonly<Record<"usual" | "longest", VariableValues>> {
  const own = companyValuesOf(profile);
  return {
    usual: { ...own, first_name: "Maria", last_name: "Lopez", customer_name: "Maria Lopez" },
    longest: { ...own, first_name: "Christopher", last_name: "Montgomery", customer_name: "Christopher Montgomery" },
  };
}
