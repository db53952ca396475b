import { useDebouncedValue } from "@mantine/hooks";
import { escapeHtml } from "#core/escapeHtml.ts";
import { fillVariables } from "#core/variables.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { sampleValues } from "../../web/sampleValues.ts";
import { emailTemplates } from "../contract.ts";

/** An email with its frame, filled in for somebody made up, soon after it was written. */
export function useMailPreview(template: string) {
  const [written] = useDebouncedValue(template, 500);
  const profile = useCall(accounts.profile).data;
  const { data, error, refetch } = useCall(
    emailTemplates.preview,
    { body: { template: written } },
    { keepPrevious: true, staleTime: 60_000 },
  );
  const html = data && fillVariables(data.html, sampleValues(profile).usual, escapeHtml);
  return { html, bytes: data?.bytes ?? 0, removed: data?.removed ?? [], error, retry: () => void refetch() };
}
