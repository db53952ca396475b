import { formatPhone } from "#core/phone.ts";
import { PhonePreview } from "#domains/templates/text/web/public.tsx";
import { useShownValues } from "./useShownValues.ts";
import type { WizardDraft } from "./wizardDraft.ts";

/** The message as a real customer gets it. */
export function TextOnPhone({ draft }: { draft: WizardDraft }) {
  const { usual, sender } = useShownValues();
  const from = sender.startsWith("+") ? formatPhone(sender) : sender;
  return <PhonePreview template={draft.message} values={usual} image={draft.image} sender={from} />;
}
