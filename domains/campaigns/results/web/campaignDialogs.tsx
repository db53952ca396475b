import { Anchor, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import classes from "./CampaignDialogs.module.css";
import type { CampaignChannel } from "./campaignChannel.ts";
import { sharedTexts as texts } from "./texts.ts";

interface DialogProps {
  opened: boolean;
  onClose: () => void;
}

interface ListsProps extends DialogProps {
  /** The channel's. */
  call: CampaignChannel["calls"]["lists"];
  campaign_id: number;
}

/** The lists that a campaign goes to, each a link to its customers. */
export function CampaignListsDialog({ opened, onClose, call, campaign_id }: ListsProps) {
  const { data } = useCall(call, { params: { id: campaign_id } }, { enabled: opened });
  const lists = data?.allCampaignsListDetail;
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

interface FactsProps extends DialogProps {
  title: string;
  facts: readonly (readonly [label: string, value: string, about?: ReactNode])[];
  children?: ReactNode;
}

/** Names and values, such as a campaign's figures. */
export function FactsDialog({ opened, onClose, title, facts, children }: FactsProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <dl className={classes.facts}>
        {facts.map(([label, value, about]) => (
          <div key={label}>
            <dt>
              {label} {about}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </Modal>
  );
}
