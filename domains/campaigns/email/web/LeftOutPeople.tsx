import { Anchor, Modal } from "@mantine/core";
import { Link } from "react-router";
import type { DataOf } from "#core/call.ts";
import classes from "../../compose/web/LeftOutDialog.module.css";
import type { emailPreview } from "../../emailPreview/contract.ts";
import { composeEmailTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  reason: DataOf<typeof emailPreview.audience>["reasons"][number];
}

/** The first of the people whom one reason leaves out. */
export function LeftOutPeople({ opened, onClose, reason: { text, count, people } }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={text}>
      <ul className={classes.people}>
        {people.map(({ customer_id, first_name, last_name, email }) => (
          <li key={customer_id}>
            <Anchor component={Link} to={`/customer/${customer_id}`} target="_blank" dir="auto">
              {`${first_name} ${last_name}`.trim() || email || texts.unnamed}
            </Anchor>
            <span>{email}</span>
          </li>
        ))}
        {count > people.length && <li className={classes.more}>{texts.andMore(count - people.length)}</li>}
      </ul>
    </Modal>
  );
}
