import { useTime } from "#core/web/time/useTime.ts";
import classes from "../../web/CampaignDialogs.module.css";
import { FactsDialog } from "../../web/campaignDialogs.tsx";
import type { CampaignRecipient } from "../contract.ts";
import { detailTexts } from "./texts.ts";

const { popup: texts } = detailTexts;

interface Props {
  opened: boolean;
  onClose: () => void;
  recipient: CampaignRecipient;
}

/** One person's text as it left. */
export function RecipientDialog({ opened, onClose, recipient }: Props) {
  const time = useTime();
  const { first_name, last_name, phone, sent_at, created_at, message_status, message } = recipient;
  const facts = [
    [texts.name, `${first_name} ${last_name}`.trim() || phone],
    [texts.date, time.dateTime(sent_at ?? created_at)],
    [texts.status, message_status],
  ] as const;
  return (
    <FactsDialog opened={opened} onClose={onClose} title={texts.title} facts={facts}>
      <p className={classes.text} dir="auto">
        {message || texts.none}
      </p>
    </FactsDialog>
  );
}
