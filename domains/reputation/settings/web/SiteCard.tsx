import {
  IconArrowDown,
  IconArrowUp,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconPlugConnectedX,
  IconRefresh,
  IconTrash,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { RowMenu } from "#core/web/table/RowMenu.tsx";
import { type ReviewConnection, reviewConnections } from "../../connections/contract.ts";
import { connectionTexts } from "../../connections/web/texts.ts";
import { type ReviewSite, reviewSites } from "../../sites/contract.ts";
import { siteTitle } from "../../sites/rules.ts";
import classes from "./ReviewSettingsScreen.module.css";
import { reviewSettingsTexts } from "./texts.ts";

interface Props {
  site: ReviewSite;
  isFirst: boolean;
  isLast: boolean;
  onEdit: () => void;
  /** How it is read by itself; undefined where people copy its reviews by hand. */
  connection: ReviewConnection | undefined;
  /** Says how it is connected, or could be; nothing where that isn't possible. */
  panel: ReactNode;
}

const { sites: texts } = reviewSettingsTexts;

/** One review site: whether the page offers it, and honestly how much we know of it. */
export function SiteCard({ site, isFirst, isLast, onEdit, connection, panel }: Props) {
  const { id, kind, write_url, is_shown, invites_followed } = site;
  const name = siteTitle(site);
  const move = useSend(reviewSites.move, { invalidates: [reviewSites.all] });
  const remove = useSend(reviewSites.remove, { invalidates: [reviewSites.all] });
  const update = useSend(reviewConnections.sync, { invalidates: [reviewConnections.all] });
  const disconnect = useSend(reviewConnections.disconnect, { invalidates: [reviewConnections.all] });
  const askDisconnect = async () => {
    const { disconnectTitle: title, disconnectText: text, disconnect: action } = connectionTexts;
    if (await confirm({ title, text, action, danger: true })) disconnect.mutate({ params: { id } });
  };
  const ofConnection = connection
    ? [
        {
          label: connectionTexts.update,
          icon: IconRefresh,
          disabled: connection.profile_title === "",
          onClick: () => update.mutate({ params: { id } }),
        },
        { label: connectionTexts.disconnect, icon: IconPlugConnectedX, onClick: () => void askDisconnect() },
      ]
    : [];
  const askRemove = async () => {
    const question = { title: texts.removeTitle, text: texts.removeText(name), action: texts.remove, danger: true };
    if (await confirm(question)) remove.mutate({ params: { id } });
  };
  const moveBy = (by: -1 | 1) => move.mutate({ params: { id }, body: { by } });
  return (
    <li className={classes.site}>
      <div className={classes.siteHead}>
        <span>{name}</span>
        <RowMenu
          of={name}
          actions={[
            { label: texts.edit, icon: IconPencil, onClick: onEdit },
            { label: texts.up, icon: IconArrowUp, disabled: isFirst, onClick: () => moveBy(-1) },
            { label: texts.down, icon: IconArrowDown, disabled: isLast, onClick: () => moveBy(1) },
            ...ofConnection,
            { label: texts.remove, icon: IconTrash, danger: true, onClick: askRemove },
          ]}
        />
      </div>
      <span className={classes.address} title={write_url}>
        {write_url.replace(/^https:\/\/(www\.)?/, "")}
      </span>
      <StatusWord tone={is_shown === 1 ? "green" : "gray"} icon={is_shown === 1 ? IconEye : IconEyeOff}>
        {is_shown === 1 ? texts.shown : texts.hidden}
      </StatusWord>
      {!connection && (
        <span>
          {texts.monitoring}: {texts.linkOnly} <InfoTooltip about={texts.monitoring}>{texts.linkOnlyHint}</InfoTooltip>
        </span>
      )}
      {panel}
      <span className={classes.soft}>{texts.followed(invites_followed)}</span>
      {kind === "yelp" && <span className={classes.soft}>{texts.yelp}</span>}
    </li>
  );
}
