import { Modal } from "@mantine/core";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { type CampaignRecipient, type TextCampaign, textCampaigns } from "../../../text/contract.ts";

import classes from "../CampaignDialogs.module.css";
import { FactsDialog } from "../campaignDialogs.tsx";
import { percentText } from "../campaignStatus.ts";
import { detailTexts, campaignTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  campaign: TextCampaign;
}

/** The message as it was written, with its picture. */
export function MessageDialog({ opened, onClose, campaign: { id } }: Props) {
  const { data, isPending } = useCall(textCampaigns.one, { params: { id } });
  const { campaign_image, campaign_template } = data?.campaignDetail ?? {};
  return (
    <Modal opened={opened} onClose={onClose} title={texts.message.title}>
      {campaign_image && <img className={classes.picture} src={campaign_image} alt={texts.message.picture} />}
      {!isPending && (
        <p className={classes.message} dir="auto">
          {campaign_template || texts.message.none}
        </p>
      )}
    </Modal>
  );
}

/** A campaign's figures. */
export function AnalyticsDialog({ opened, onClose, campaign: { stats } }: Props) {
  const time = useTime();
  const { analytics } = texts;
  const facts = [
    [analytics.date, stats.campaign_date ? time.dateTime(stats.campaign_date) : "-"],
    [analytics.audience, countText(stats.audience)],
    [analytics.delivered, `${countText(stats.delivered)} (${percentText(stats.delivered, stats.handed)})`],
    [analytics.replies, countText(stats.replies)],
    [analytics.unsubscribes, countText(stats.unsubscribes)],
  ] as const;
  return <FactsDialog opened={opened} onClose={onClose} title={analytics.title} facts={facts} />;
}

const { popup } = detailTexts;

interface RecipientProps {
  opened: boolean;
  onClose: () => void;
  recipient: CampaignRecipient;
}

/** One person's text as it left. */
export function RecipientDialog({ opened, onClose, recipient }: RecipientProps) {
  const time = useTime();
  const { first_name, last_name, phone, sent_at, created_at, message_status, message } = recipient;
  const facts = [
    [popup.name, `${first_name} ${last_name}`.trim() || phone],
    [popup.date, time.dateTime(sent_at ?? created_at)],
    [popup.status, message_status],
  ] as const;
  return (
    <FactsDialog opened={opened} onClose={onClose} title={popup.title} facts={facts}>
      <p className={classes.text} dir="auto">
        {message || popup.none}
      </p>
    </FactsDialog>
  );
}
