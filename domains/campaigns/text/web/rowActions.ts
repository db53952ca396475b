import {
  IconBan,
  IconChartBar,
  IconCopy,
  IconEye,
  IconMessage,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from "@tabler/icons-react";
import type { MenuOption } from "#core/web/menu/menuOption.ts";
import { type TextCampaign, textCampaigns } from "../contract.ts";
import { canCancel, canPause, canResume, readStatus } from "./campaignStatus.ts";
import { campaignTexts } from "./texts.ts";
import type { useCampaignActions } from "./useCampaignActions.ts";

const { actions: texts } = campaignTexts;

export type CampaignDialog = "message" | "lists" | "statistics";

interface Context {
  readonly show: (dialog: CampaignDialog, row: TextCampaign) => void;
  readonly acts: ReturnType<typeof useCampaignActions>;
  /** True where drafts can be edited. */
  readonly hasWizard: boolean;
}

/** What can be done with a campaign of the table; the first follows from its state. */
export function rowActions(row: TextCampaign, { show, acts, hasWizard }: Context): MenuOption[] {
  const { id, is_draft } = row;
  const status = readStatus(row.campaign_status);
  const edit = { label: texts.edit, icon: IconPencil, needs: textCampaigns.add, to: `/text-campaign/edit/${id}` };
  const pause = {
    label: texts.pause,
    icon: IconPlayerPause,
    needs: textCampaigns.pause,
    onClick: () => acts.pause(id),
  };
  const resume = {
    label: texts.resume,
    icon: IconPlayerPlay,
    needs: textCampaigns.resume,
    onClick: () => acts.resume(id),
  };
  return [
    ...(is_draft && hasWizard ? [edit] : []),
    ...(canPause(status) ? [pause] : []),
    ...(canResume(status) ? [resume] : []),
    ...(is_draft ? [] : [{ label: texts.open, icon: IconEye, to: `/text-campaign/${id}` }]),
    ...(is_draft ? [] : [{ label: texts.message, icon: IconMessage, onClick: () => show("message", row) }]),
    { label: texts.statistics, icon: IconChartBar, onClick: () => show("statistics", row) },
    ...(hasWizard
      ? [{ label: texts.duplicate, icon: IconCopy, needs: textCampaigns.duplicate, onClick: () => acts.duplicate(id) }]
      : []),
    ...(canCancel(status)
      ? [{ label: texts.cancel, icon: IconBan, needs: textCampaigns.cancel, onClick: () => void acts.cancel(id) }]
      : []),
    {
      label: texts.remove,
      icon: IconTrash,
      danger: true,
      needs: textCampaigns.remove,
      onClick: () => void acts.remove(row),
    },
  ];
}
