import { Anchor, Modal } from "@mantine/core";
import { Link } from "react-router";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { type TextCampaign, textCampaigns } from "../contract.ts";
import classes from "./CampaignDialogs.module.css";
import { percentText } from "./campaignStatus.ts";
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

/** The lists that it goes to, each a link to its customers. */
export function ListsDialog({ opened, onClose, campaign: { id } }: Props) {
  const lists = useCall(textCampaigns.lists, { params: { id } }).data?.allCampaignsListDetail;
  return (
    <Modal opened={opened} onClose={onClose} title={texts.lists.title}>
      {lists?.length === 0 && <p>{texts.lists.none}</p>}
      <ul className={classes.lists}>
        {lists?.map(({ customer_list }) => (
          <li key={customer_list.id}>
            <Anchor component={Link} to={`/customers/${customer_list.id}`}>
              {customer_list.title}
            </Anchor>
          </li>
        ))}
      </ul>
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
  ];
  return (
    <Modal opened={opened} onClose={onClose} title={analytics.title}>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
