import { IconArrowDown, IconArrowUp, IconEye, IconEyeOff, IconPencil, IconTrash } from "@tabler/icons-react";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { RowMenu } from "#core/web/table/RowMenu.tsx";
import { type ReviewSite, reviewSites } from "../../sites/contract.ts";
import { siteTitle } from "../../sites/rules.ts";
import classes from "./ReviewSettingsScreen.module.css";
import { reviewSettingsTexts } from "./texts.ts";

interface Props {
  site: ReviewSite;
  isFirst: boolean;
  isLast: boolean;
  onEdit: () => void;
}

const { sites: texts } = reviewSettingsTexts;

/** One review site: whether the page offers it, and honestly how much we know of it. */
export function SiteCard({ site, isFirst, isLast, onEdit }: Props) {
  const { id, kind, write_url, is_shown, invites_followed } = site;
  const name = siteTitle(site);
  const move = useSend(reviewSites.move, { invalidates: [reviewSites.all] });
  const remove = useSend(reviewSites.remove, { invalidates: [reviewSites.all] });
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
      <span>
        {texts.monitoring}: {texts.linkOnly} <InfoTooltip about={texts.monitoring}>{texts.linkOnlyHint}</InfoTooltip>
      </span>
      <span className={classes.soft}>{texts.followed(invites_followed)}</span>
      {kind === "yelp" && <span className={classes.soft}>{texts.yelp}</span>}
    </li>
  );
}
