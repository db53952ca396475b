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
import type { CampaignChannel, ListedCampaign } from "./campaignChannel.ts";
import { canCancel, canPause, canResume, readStatus } from "./campaignStatus.ts";
import { sharedTexts } from "./texts.ts";
import type { CampaignActions } from "./useCampaignActions.ts";

export type CampaignDialog = "message" | "lists" | "statistics";

interface Context<Row> {
  readonly show: (dialog: CampaignDialog, row: Row) => void;
  readonly acts: CampaignActions;
  readonly channel: CampaignChannel;
  /** True where drafts can be edited. */
  readonly hasWizard: boolean;
}

/** What can be done with a campaign of the table; the first follows from its state. */
export function rowActions<Row extends ListedCampaign>(
  row: Row,
  { show, acts, channel, hasWizard }: Context<Row>,
): MenuOption[] {
  const { id, is_draft } = row;
  const { home, calls, texts: words } = channel;
  const { actions: texts } = sharedTexts;
  const status = readStatus(row.campaign_status);
  const edit = { label: texts.edit, icon: IconPencil, needs: calls.add, to: `${home}/edit/${id}` };
  const pause = { label: texts.pause, icon: IconPlayerPause, needs: calls.pause, onClick: () => acts.pause(id) };
  const resume = { label: texts.resume, icon: IconPlayerPlay, needs: calls.resume, onClick: () => acts.resume(id) };
  return [
    ...(is_draft && hasWizard ? [edit] : []),
    ...(canPause(status) ? [pause] : []),
    ...(canResume(status) ? [resume] : []),
    ...(is_draft ? [] : [{ label: texts.open, icon: IconEye, to: `${home}/${id}` }]),
    ...(is_draft ? [] : [{ label: words.viewMessage, icon: IconMessage, onClick: () => show("message", row) }]),
    { label: words.viewStatistics, icon: IconChartBar, onClick: () => show("statistics", row) },
    ...(hasWizard
      ? [{ label: texts.duplicate, icon: IconCopy, needs: calls.duplicate, onClick: () => acts.duplicate(id) }]
      : []),
    ...(canCancel(status)
      ? [{ label: texts.cancel, icon: IconBan, needs: calls.cancel, onClick: () => void acts.cancel(id) }]
      : []),
    {
      label: texts.remove,
      icon: IconTrash,
      danger: true,
      needs: calls.remove,
      onClick: () => void acts.remove(row),
    },
  ];
}
