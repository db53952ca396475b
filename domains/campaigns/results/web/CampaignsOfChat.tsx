import { Anchor, Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { PanelSection } from "#core/web/layout/PanelSection.tsx";
import type { CustomerPartProps } from "#core/web/layout/screenDeclaration.ts";
import { textCampaigns } from "../../text/contract.ts";
import classes from "./CampaignDialogs.module.css";
import { sharedTexts as texts } from "./texts.ts";

/** The specification shows two, and the rest on demand. */
const shownAtFirst = 2;

/** The campaigns that reached a conversation's customer, newest first. */
export function CampaignsOfChat({ chat_id }: CustomerPartProps) {
  const [isOpen, setOpen] = useState(false);
  const { data = [] } = useCall(textCampaigns.ofChat, { params: { chat_id } });
  if (data.length === 0) return null;
  return (
    <PanelSection title={texts.ofCustomer}>
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
    </PanelSection>
  );
}
