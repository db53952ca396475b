import {
  IconBan,
  IconCalendarCheck,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconHelpCircle,
  IconMessageReply,
  IconSend,
  IconUserOff,
  IconUsers,
} from "@tabler/icons-react";
import { useState } from "react";
import type { DataOf } from "#core/call.ts";
import { countText } from "#core/count.ts";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import type { Icon } from "#core/web/layout/screenDeclaration.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { StatusBadge, type StatusTone } from "#core/web/status/StatusBadge.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { type CampaignRecipient, textCampaigns } from "../../../text/contract.ts";
import { type Outcome, outcomes, type RecipientState } from "../../../text/fields.ts";
import { recipientColumns, useRecipientFilter } from "../recipientColumns.tsx";
import { detailTexts } from "./texts.ts";

const RecipientDialog = lazyDialog(() => import("./textDialogs.tsx"), "RecipientDialog");

const { table: texts, parts } = detailTexts;

const states: Record<RecipientState, { tone: StatusTone; icon: Icon }> = {
  pending: { tone: "gray", icon: IconClock },
  intended: { tone: "blue", icon: IconSend },
  accepted: { tone: "blue", icon: IconSend },
  sent: { tone: "blue", icon: IconSend },
  delivered: { tone: "green", icon: IconCircleCheck },
  failed: { tone: "red", icon: IconCircleX },
  unknown: { tone: "amber", icon: IconHelpCircle },
  skipped: { tone: "gray", icon: IconUserOff },
};

/** What the filter offers, and what the server is asked for. */
const filters: Readonly<Record<string, { label: string; state?: string; outcome?: Outcome }>> = {
  all: { label: texts.all },
  delivered: { label: parts.delivered, state: "delivered" },
  moving: { label: parts.moving, state: "intended,accepted,sent,unknown" },
  failed: { label: parts.failed, state: "failed" },
  waiting: { label: parts.waiting, state: "pending" },
  skipped: { label: "Left out", state: "skipped" },
  ...Object.fromEntries(outcomes.map((outcome) => [outcome, { label: texts[outcome], outcome }])),
};

interface Props {
  campaign: Pick<DataOf<typeof textCampaigns.one>["campaignDetail"], "id" | "stats" | "reasons" | "failures">;
}

/** Everyone in a campaign, each with the result. */
export function RecipientsTable({ campaign: { id: campaign_id, stats, reasons, failures } }: Props) {
  const time = useTime();
  const { group, why, show } = useRecipientFilter();
  const total = countText(stats.audience);
  const [isOpen, setOpen] = useState(false);
  const [recipient, setRecipient] = useState<CampaignRecipient>();
  const value = group in filters ? group : "all";
  const { state, outcome } = filters[value] ?? {};
  const offered = {
    skipped: reasons.map(({ reason, text }) => ({ value: reason, label: text })),
    failed: failures.map(({ error_code, text }) => ({ value: error_code, label: text || error_code })),
  }[value];
  const narrowed = value === "skipped" ? { reason: why } : { error_code: why };
  const view = (row: CampaignRecipient) => {
    setRecipient(row);
    setOpen(true);
  };
  return (
    <>
      <DataTable
        call={textCampaigns.recipients}
        params={{ id: campaign_id }}
        body={{ ...(state && { state }), ...(outcome && { outcome }), ...(offered && why !== "" && narrowed) }}
        label={texts.title}
        searchHint={texts.search}
        nameOf={nameOf}
        empty={value === "all" ? <EmptyState icon={IconUsers}>{texts.none}</EmptyState> : undefined}
        filters={
          <>
            <FilterChip
              label={texts.show}
              value={value}
              onChange={(chosen) => show(chosen === "all" ? "" : chosen)}
              options={Object.entries(filters).map(([key, { label }]) => ({
                value: key,
                label: key === "all" ? `${label} (${total})` : label,
              }))}
            />
            {offered && (
              <FilterChip
                label={texts.why}
                value={why}
                onChange={(chosen) => show(value, chosen)}
                options={[{ value: "", label: texts.anyReason }, ...offered]}
              />
            )}
          </>
        }
        columns={recipientColumns({
          nameOf,
          linkOf: ({ chat_id }) => (chat_id === null ? undefined : `/inbox/all/${chat_id}`),
          states,
          result: { key: "replied_at", render: (row) => <OutcomeCell {...row} /> },
          dateTime: time.dateTime,
          view: { label: texts.viewOf, open: view },
        })}
      />
      {recipient && <RecipientDialog opened={isOpen} onClose={() => setOpen(false)} recipient={recipient} />}
    </>
  );
}

const nameOf = ({ first_name, last_name, phone }: CampaignRecipient) => `${first_name} ${last_name}`.trim() || phone;

/** What they did after the text; an opt-out outweighs the rest. */
function OutcomeCell({ unsubscribed_at, appointment_id, replied_at }: CampaignRecipient) {
  if (unsubscribed_at) {
    return (
      <StatusBadge tone="amber" icon={IconBan}>
        {texts.unsubscribed}
      </StatusBadge>
    );
  }
  if (appointment_id !== null) {
    return (
      <StatusBadge tone="green" icon={IconCalendarCheck}>
        {texts.appointment}
      </StatusBadge>
    );
  }
  return replied_at ? (
    <StatusBadge tone="blue" icon={IconMessageReply}>
      {texts.replied}
    </StatusBadge>
  ) : null;
}
