import { Button } from "@mantine/core";
import { IconKey, IconTrophy, IconUsersGroup } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useSend } from "#core/web/call/useSend.ts";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { PeriodChip, usePeriodFilter } from "#core/web/filter/PeriodChip.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useExportCommand } from "#core/web/layout/useExportCommand.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useQueryChoice, useQueryFilter } from "#core/web/table/useTableQuery.ts";
import { kiosk } from "#domains/reputation/kiosk/contract.ts";
import { kioskTexts } from "#domains/reputation/kiosk/web/texts.ts";
import { type ReviewInvite, reviewInvites, shownInvites } from "../contract.ts";
import { ContactCell, FollowedCell, NameCell, ReviewCell, SentCell, useFreshInvites } from "./public.tsx";
import { inviteTexts as texts } from "./texts.ts";

const SendInviteDialog = lazyDialog(() => import("./SendInviteDialog.tsx"), "SendInviteDialog");
const PinDialog = lazyDialog(() => import("../../kiosk/web/PinDialog.tsx"), "PinDialog");
const SendManyDialog = lazyDialog(() => import("./SendManyDialog.tsx"), "SendManyDialog");

/** The location's review invites. `?invite` opens the dialog; `?invite=<customer id>` preselects the customer. */
export function InvitesScreen() {
  useFreshInvites();
  const [address, setAddress] = useSearchParams();
  const invite = address.get("invite");
  const [many, setMany] = useState(false);
  const [pin, setPin] = useState(false);
  const [period, setPeriod] = usePeriodFilter();
  const [show, setShow] = useQueryChoice("show", shownInvites, "all");
  const [search] = useQueryFilter("q");
  const openInvite = () => setAddress((now) => new URLSearchParams([...now, ["invite", "new"]]));
  const closeInvite = () =>
    setAddress((now) => new URLSearchParams([...now].filter(([name]) => name !== "invite")), { replace: true });
  const mark = useSend(reviewInvites.markReviewed, { invalidates: [reviewInvites.table] });
  const exportCommand = useExportCommand(reviewInvites.export, { period, show, search });
  const { columns } = texts;
  return (
    <Screen
      title={texts.title}
      commands={{
        main: { label: texts.send, icon: IconTrophy, needs: reviewInvites.send, onClick: openInvite },
        others: [
          { label: texts.sendMany, icon: IconUsersGroup, needs: reviewInvites.sendMany, onClick: () => setMany(true) },
          { label: kioskTexts.pin.menu, icon: IconKey, needs: kiosk.setPin, onClick: () => setPin(true) },
          exportCommand,
        ],
      }}
    >
      <DataTable
        call={reviewInvites.table}
        label={texts.title}
        searchHint={texts.searchHint}
        body={{ period, show }}
        filters={
          <>
            <PeriodChip value={period} onChange={setPeriod} />
            <FilterChip
              label={texts.show}
              value={show}
              onChange={setShow}
              options={shownInvites.map((value) => ({ value, label: texts.shown[value] }))}
            />
          </>
        }
        firstSort={{ key: "created_at", dir: "desc" }}
        nameOf={(row) => row.customer_name || row.contact}
        empty={
          period === "month" &&
          show === "all" && (
            <EmptyState
              icon={IconTrophy}
              action={
                <Can use={reviewInvites.send}>
                  <Button variant="default" onClick={openInvite}>
                    {texts.send}
                  </Button>
                </Can>
              }
            >
              {texts.none}
            </EmptyState>
          )
        }
        actions={({ id, reviewed_at }: ReviewInvite) => [
          {
            needs: reviewInvites.markReviewed,
            label: reviewed_at === null ? texts.markReviewed : texts.unmarkReviewed,
            icon: IconTrophy,
            onClick: () => mark.mutate({ params: { id }, body: { reviewed: reviewed_at === null ? 1 : 0 } }),
          },
        ]}
        columns={[
          { key: "customer_name", label: columns.name, card: "title", render: NameCell },
          { key: "contact", label: columns.contact, card: "line", render: ContactCell },
          { key: "sent_by", label: columns.sentBy, card: "more" },
          {
            key: "created_at",
            label: columns.sentTime,
            sortable: true,
            card: "line",
            render: (row) => <SentCell {...row} />,
          },
          { key: "followed_at", label: columns.followed, card: "status", render: (row) => <FollowedCell {...row} /> },
          { key: "reviewed_at", label: columns.review, card: "aside", render: ReviewCell },
        ]}
      />
      <SendInviteDialog opened={invite !== null} onClose={closeInvite} customer_id={Number(invite) || null} />
      <PinDialog opened={pin} onClose={() => setPin(false)} />
      <SendManyDialog opened={many} onClose={() => setMany(false)} />
    </Screen>
  );
}
