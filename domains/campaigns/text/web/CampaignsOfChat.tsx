import { Anchor, Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import classes from "../../web/CampaignDialogs.module.css";
import { textCampaigns } from "../contract.ts";

/** The specification shows two, and the rest on demand. */
const shownAtFirst = 2;

interface Props {
  chat_id: number;
  /** Puts a heading around them; called only when there are any. */
  children: (campaigns: ReactNode) => ReactNode;
}

/** The campaigns that reached a conversation's customer, newest first. */
export function CampaignsOfChat({ chat_id, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { data = [] } = useCall(textCampaigns.ofChat, { params: { chat_id } });
  if (data.length === 0) return null;
  return children(
    <>
      <ul className={classes.lists}>
        {(isOpen ? data : data.slice(0, shownAtFirst)).map(({ id, title }) => (
          <li key={id}>
            <Anchor component={Link} to={`/text-campaign/${id}`}>
              {title}
            </Anchor>
          </li>
        ))}
      </ul>
      {data.length > shownAtFirst && (
        <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "View Less" : "View More"}
        </Button>
      )}
    </>,
  );
}
