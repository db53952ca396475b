import { Modal } from "@mantine/core";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useTime } from "#core/web/time/useTime.ts";
import classes from "../../web/CampaignDialogs.module.css";
import { CampaignListsDialog, FactsDialog } from "../../web/campaignDialogs.tsx";
import { percentText } from "../../web/campaignStatus.ts";
import { type TextCampaign, textCampaigns } from "../contract.ts";
import { campaignTexts as texts } from "./texts.ts";

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

/** The lists that it goes to. */
export function ListsDialog({ opened, onClose, campaign: { id } }: Props) {
  const { data } = useCall(textCampaigns.lists, { params: { id } });
  return <CampaignListsDialog opened={opened} onClose={onClose} lists={data?.allCampaignsListDetail} />;
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
