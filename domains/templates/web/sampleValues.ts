import type { VariableName, VariableValues } from "#core/variables.ts";

type Company = Partial<Record<Extract<VariableName, `company_${string}`>, string>>;

/** Values to show a template with before it has an audience: the business's own, and names of people made up. */
export function sampleValues(company: Company | undefined): Readonly<Record<"usual" | "longest", VariableValues>> {
  const { company_name = "", company_phone = "", company_email = "", company_address = "" } = company ?? {};
  const own = { company_name, company_phone, company_email, company_address };
  return {
    usual: { ...own, first_name: "Maria", last_name: "Lopez", customer_name: "Maria Lopez" },
    longest: { ...own, first_name: "Christopher", last_name: "Montgomery", customer_name: "Christopher Montgomery" },
  };
}
