import { Anchor } from "@mantine/core";
import { useTime } from "#core/web/time/useTime.ts";
import { FactsDialog } from "../../web/campaignDialogs.tsx";
import type { EmailCampaignRecipient } from "../contract.ts";
import { emailDetailTexts } from "./texts.ts";

const { popup: texts } = emailDetailTexts;

interface Props {
  opened: boolean;
  onClose: () => void;
  recipient: EmailCampaignRecipient;
}

/** One person's email, with the way to see it as they got it. */
export function EmailRecipientDialog({ opened, onClose, recipient }: Props) {
  const time = useTime();
  const { first_name, last_name, email, sent_at, created_at, message_status, message, view_url } = recipient;
  const facts = [
    [texts.name, `${first_name} ${last_name}`.trim() || email],
    [texts.email, email],
    [texts.date, time.dateTime(sent_at ?? created_at)],
    [texts.status, message_status],
    [texts.message, message || texts.none],
  ] as const;
  return (
    <FactsDialog opened={opened} onClose={onClose} title={texts.title} facts={facts}>
      {view_url !== "" && (
        <p>
          <Anchor href={view_url} target="_blank" rel="noreferrer">
            {texts.open}
          </Anchor>
        </p>
      )}
    </FactsDialog>
  );
}
