import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconCalendarCheck,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconEye,
  IconHelpCircle,
  IconPointer,
  IconRobot,
  IconSend,
  IconUserOff,
  IconUsers,
} from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { countText } from "#core/count.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import type { Icon } from "#core/web/layout/screenDeclaration.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { StatusBadge, type StatusTone } from "#core/web/status/StatusBadge.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { type EmailCampaignDetail, type EmailCampaignRecipient, emailCampaigns } from "../../../email/contract.ts";
import type { MailOutcome } from "../../../email/fields.ts";
import type { RecipientState } from "../../../text/fields.ts";
import { FigureButton } from "../campaignFigures.tsx";
import { recipientColumns, useRecipientFilter } from "../recipientColumns.tsx";
import { shownUrl } from "./emailFigures.ts";
import { emailDetailTexts } from "./texts.ts";

const EmailRecipientDialog = lazyDialog(() => import("./EmailRecipientDialog.tsx"), "EmailRecipientDialog");

const { table: texts } = emailDetailTexts;

const states: Record<RecipientState, { tone: StatusTone; icon: Icon }> = {
  pending: { tone: "gray", icon: IconClock },
  intended: { tone: "blue", icon: IconSend },
  accepted: { tone: "green", icon: IconCircleCheck },
  sent: { tone: "green", icon: IconCircleCheck },
  delivered: { tone: "green", icon: IconCircleCheck },
  failed: { tone: "red", icon: IconCircleX },
  unknown: { tone: "amber", icon: IconHelpCircle },
  skipped: { tone: "gray", icon: IconUserOff },
};

/** What the filter asks the server for; its labels are in the texts. */
const filters: Readonly<Record<keyof typeof texts.filters, { state?: string; outcome?: MailOutcome }>> = {
  delivered: { state: "accepted,sent,delivered" },
  opened: { outcome: "opened" },
  clicked: { outcome: "clicked" },
  not_opened: { outcome: "not_opened" },
  bounced: { outcome: "bounced" },
  failed: { state: "failed" },
  unknown: { state: "unknown" },
  unsubscribed: { outcome: "unsubscribed" },
  complained: { outcome: "complained" },
  waiting: { state: "pending,intended" },
  skipped: { state: "skipped" },
};
const isFilter = (value: string): value is keyof typeof filters => value in filters;

interface Props {
  campaign: Pick<EmailCampaignDetail, "id" | "stats" | "links" | "reasons">;
}

/** Everyone in a campaign, each with the result. */
export function EmailRecipientsTable({ campaign: { id: campaign_id, stats, links, reasons } }: Props) {
  const time = useTime();
  const { group, why, show } = useRecipientFilter();
  const [isOpen, setOpen] = useState(false);
  const [recipient, setRecipient] = useState<EmailCampaignRecipient>();
  const value = isFilter(group) ? group : "";
  const narrower = narrowerFilter(value, { links, reasons });
  const view = (row: EmailCampaignRecipient) => {
    setRecipient(row);
    setOpen(true);
  };
  const navigate = useNavigate();
  const listPeople = useSend(emailCampaigns.listPeople, {
    onSuccess: ({ data }) => data.list_id !== null && navigate(`/customers/${data.list_id}`),
  });
  const chosen = { ...(value !== "" && filters[value]), ...(narrower && why !== "" && { [narrower.field]: why }) };
  return (
    <>
      <DataTable
        call={emailCampaigns.recipients}
        params={{ id: campaign_id }}
        body={chosen}
        label={texts.title}
        searchHint={texts.search}
        nameOf={nameOf}
        empty={value === "" ? <EmptyState icon={IconUsers}>{texts.none}</EmptyState> : undefined}
        filters={
          <>
            <FilterChip
              label={texts.show}
              value={value}
              onChange={(chosen) => show(chosen)}
              options={[
                { value: "", label: `${texts.all} (${countText(stats.audience)})` },
                ...Object.entries(texts.filters).map(([key, label]) => ({ value: key, label })),
              ]}
            />
            {narrower && (
              <FilterChip
                label={narrower.label}
                value={why}
                onChange={(chosen) => show(value, chosen)}
                options={[{ value: "", label: texts.any }, ...narrower.options]}
              />
            )}
            {value !== "" && (
              <Can use={emailCampaigns.listPeople}>
                <FigureButton
                  onClick={() =>
                    listPeople.mutate({ params: { id: campaign_id }, body: { ...chosen, label: texts.filters[value] } })
                  }
                >
                  {texts.makeList}
                </FigureButton>
              </Can>
            )}
          </>
        }
        columns={recipientColumns({
          nameOf,
          linkOf: ({ customer_id }) => `/customer/${customer_id}`,
          states,
          result: { key: "opened_at", render: (row) => <OutcomeCell {...row} /> },
          dateTime: time.dateTime,
          view: { label: texts.viewOf, open: view },
        })}
      />
      {recipient && (
        <EmailRecipientDialog
          opened={isOpen}
          onClose={() => setOpen(false)}
          recipient={recipient}
          campaign_id={campaign_id}
        />
      )}
    </>
  );
}

/** The second filter: which link of those who clicked, which reason of those who were left out. */
function narrowerFilter(group: string, { links, reasons }: Pick<EmailCampaignDetail, "links" | "reasons">) {
  if (group === "clicked") {
    const options = links.map(({ n, url }) => ({ value: String(n), label: texts.linkNumber(n, shownUrl(url)) }));
    return { field: "link", label: texts.link, options };
  }
  if (group !== "skipped") return undefined;
  return {
    field: "reason",
    label: texts.why,
    options: reasons.map(({ reason, text }) => ({ value: reason, label: text })),
  };
}

const nameOf = ({ first_name, last_name, email }: EmailCampaignRecipient) =>
  `${first_name} ${last_name}`.trim() || email;

/** The most telling thing that they did, or that became of the email. */
function OutcomeCell(row: EmailCampaignRecipient) {
  const outcome = outcomeOf(row);
  if (!outcome) return null;
  const [tone, icon, text] = outcome;
  return (
    <StatusBadge tone={tone} icon={icon}>
      {text}
    </StatusBadge>
  );
}

function outcomeOf(row: EmailCampaignRecipient): readonly [StatusTone, Icon, string] | undefined {
  if (row.complained_at) return ["red", IconAlertTriangle, texts.complained];
  if (row.unsubscribed_at) return ["amber", IconBan, texts.unsubscribed];
  if (row.bounce !== "") return ["red", IconArrowBackUp, texts.bounced];
  if (row.appointment_id !== null) return ["green", IconCalendarCheck, texts.appointment];
  if (row.clicked_at) return ["green", IconPointer, texts.clicked];
  if (row.is_machine_open === 1) return ["gray", IconRobot, texts.machine];
  return row.opened_at ? ["blue", IconEye, texts.opened] : undefined;
}
