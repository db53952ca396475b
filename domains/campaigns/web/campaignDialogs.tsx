import { Anchor, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import classes from "./CampaignDialogs.module.css";
import { sharedTexts as texts } from "./texts.ts";

interface DialogProps {
  opened: boolean;
  onClose: () => void;
}

interface ListsProps extends DialogProps {
  /** Undefined while they load. */
  lists: readonly { readonly customer_list: { readonly id: number; readonly title: string } }[] | undefined;
}

/** The lists that a campaign goes to, each a link to its customers. */
export function CampaignListsDialog({ opened, onClose, lists }: ListsProps) {
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
