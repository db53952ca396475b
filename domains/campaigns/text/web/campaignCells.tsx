import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import type { TextCampaign } from "../contract.ts";
import classes from "./CampaignCells.module.css";

/** Leads to the campaign. */
export function TitleCell({ id, title }: TextCampaign) {
  return (
    <Anchor component={Link} to={`/text-campaign/${id}`} className={classes.title} title={title}>
      {title}
    </Anchor>
  );
}

/** The names of its lists open them; people picked by hand have nothing to open. */
export function SendingTo({ row, onOpen }: { row: TextCampaign; onOpen: () => void }) {
  if (row.campaign_recipient_type === "individual" || row.sending_to === "") return <>{row.sending_to || "–"}</>;
  return (
    <Anchor component="button" type="button" className={classes.lists} title={row.sending_to} onClick={onOpen}>
      {row.sending_to}
    </Anchor>
  );
}
