import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import classes from "./CampaignCells.module.css";

/** Leads to the campaign. */
export function TitleCell({ to, title }: { to: string; title: string }) {
  return (
    <Anchor component={Link} to={to} className={classes.title} title={title}>
      {title}
    </Anchor>
  );
}

interface SendingToProps {
  row: { readonly campaign_recipient_type: "list" | "individual"; readonly sending_to: string };
  onOpen: () => void;
}

/** The names of its lists open them; people picked by hand have nothing to open. */
export function SendingTo({ row, onOpen }: SendingToProps) {
  if (row.campaign_recipient_type === "individual" || row.sending_to === "") return <>{row.sending_to || "–"}</>;
  return (
    <Anchor component="button" type="button" className={classes.lists} title={row.sending_to} onClick={onOpen}>
      {row.sending_to}
    </Anchor>
  );
}
