import { Modal } from "@mantine/core";
import { useTime } from "#core/web/time/useTime.ts";
import type { CampaignRecipient } from "../contract.ts";
import classes from "./CampaignDialogs.module.css";
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
  ];
  return (
    <Modal opened={opened} onClose={onClose} title={texts.title}>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.text} dir="auto">
        {message || texts.none}
      </p>
    </Modal>
  );
}
