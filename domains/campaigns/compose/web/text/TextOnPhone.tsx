import { formatPhone } from "#core/phone.ts";
import { companyValuesOf, type VariableValues } from "#core/variables.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { customers } from "#domains/customers/contract.ts";
import { PhonePreview } from "#domains/templates/text/web/public.tsx";
import type { TextDraft } from "./textDraft.ts";

/** The message as a real customer gets it. */
export function TextOnPhone({ draft }: { draft: TextDraft }) {
  const { usual, sender } = useShownValues();
  const from = sender.startsWith("+") ? formatPhone(sender) : sender;
  return <PhonePreview template={draft.message} values={usual} image={draft.image} sender={from} />;
}

/** What variables stand for at the newest customer, and at the one of the newest with the longest name. */
export function useShownValues(): { usual: VariableValues; longest: VariableValues; sender: string } {
  const { data: profile } = useProfile();
  const { data } = useCall(customers.search, {}, { staleTime: 60_000 });
  const company = companyValuesOf(profile);
  const named = (data?.allCustomers ?? []).map(({ first_name, last_name }) => ({
    first_name,
    last_name,
    customer_name: `${first_name} ${last_name}`.trim(),
    ...company,
  }));
  const nobody = { first_name: "", last_name: "", customer_name: "", ...company };
  const usual = named.find(({ first_name }) => first_name !== "") ?? nobody;
  const longest = named.reduce(
    (most, one) => (one.customer_name.length > most.customer_name.length ? one : most),
    usual,
  );
  return { usual, longest, sender: profile?.location_phone || company.company_name };
}
