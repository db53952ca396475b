import { Anchor, Button, Stack } from "@mantine/core";
import {
  IconEye,
  IconLayoutKanban,
  IconList,
  IconMessage,
  IconPlus,
  IconProgress,
  IconRoute,
  IconTargetArrow,
  IconTrash,
  IconUser,
  IconUserPlus,
} from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { CountTabs } from "#core/web/filter/CountTabs.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useExportCommand } from "#core/web/layout/useExportCommand.ts";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import type { RowAction } from "#core/web/table/RowMenu.tsx";
import { useTableQuery } from "#core/web/table/useTableQuery.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { leadCounts, leadEvents } from "#domains/leads/counts/contract.ts";
import { SavedViews } from "#domains/views/web/public.tsx";
import { leadBulk } from "../bulk/contract.ts";
import { type Lead, leads } from "../contract.ts";
import { leadAddress } from "../inquiries/contract.ts";
import { leadPlans } from "../plans/contract.ts";
import { boardTexts } from "./board/texts.ts";
import { nameOfLead } from "./Cells.tsx";
import { LeadsTable } from "./LeadsTable.tsx";
import { leadTexts as texts } from "./texts.ts";
import { shortNameOf, useLeadActions } from "./useLeadActions.ts";
import { useLeadFilters, useViewCounts } from "./useLeadFilters.tsx";
import { useLeadKeys } from "./useLeadKeys.ts";
import { useLeadsLayout } from "./useLeadsLayout.ts";

const BoardView = lazyNamed(() => import("./board/BoardView.tsx"), "BoardView");
const RunningChange = lazyNamed(() => import("./bulk/RunningChange.tsx"), "RunningChange");
const AddLeadDialog = lazyDialog(() => import("./AddLeadDialog.tsx"), "AddLeadDialog");
const LeadDialog = lazyDialog(() => import("./LeadDialog.tsx"), "LeadDialog");
const MoveLeadDialog = lazyDialog(() => import("./MoveLeadDialog.tsx"), "MoveLeadDialog");
const AssignLeadDialog = lazyDialog(() => import("./MoveLeadDialog.tsx"), "AssignLeadDialog");
const StartPlanDialog = lazyDialog(() => import("./plans/StartPlanDialog.tsx"), "StartPlanDialog");
const SendSmsDialog = lazyDialog(() => import("#domains/inbox/web/public.tsx"), "SendSmsDialog");

const { actions: actionTexts } = texts;

type LeadAction = "move" | "assign" | "sms" | "plan";

/** The location's leads. */
export function LeadsScreen() {
  useFreshCalls([leads.table, leadCounts.views], leadEvents.changed, { inBursts: true });
  const [layout, choose] = useLeadsLayout();
  const filters = useLeadFilters(layout);
  const [query] = useSearchParams();
  const exportCommand = useExportCommand(leads.export, { ...filters.body, search: query.get("q") ?? "" });
  const opened = useOpenLead();
  const [dialog, setDialog] = useState<"add" | LeadAction>();
  // Stays set while the dialog closes, so that its content doesn't change.
  const [lead, setLead] = useState<Lead>();
  const [endingStage, setEndingStage] = useState<number>();
  const act = (kind: LeadAction, row: Lead) => {
    setLead(row);
    setEndingStage(undefined);
    setDialog(kind);
  };
  const close = () => setDialog(undefined);
  const add = () => setDialog("add");
  const { claim, askToDelete } = useLeadActions();
  const navigate = useNavigate();
  useLeadKeys({
    layout,
    choose,
    open: ({ id }) => opened.open(id),
    assign: (row) => act("assign", row),
    move: (row) => act("move", row),
    text: (row) => {
      const [way] = textActions(row, () => act("sms", row));
      if (way?.to) navigate(way.to);
      else way?.onClick?.();
    },
  });
  const openLead = ({ id }: Lead) => opened.open(id);
  const showAsList = (stage: string) => {
    filters.showStage(stage);
    choose("list");
  };
  const claimRow = (row: Lead) => claim.mutate({ params: { id: row.id } });

  const actionsFor = (row: Lead): RowAction[] => [
    { needs: leads.one, label: actionTexts.open, icon: IconEye, onClick: () => opened.open(row.id) },
    { needs: leads.move, label: actionTexts.move, icon: IconProgress, onClick: () => act("move", row) },
    { needs: leads.assign, label: actionTexts.assign, icon: IconUser, onClick: () => act("assign", row) },
    ...(row.owner_id === null && row.closed_at === null
      ? [{ needs: leads.claim, label: actionTexts.claim, icon: IconUserPlus, onClick: () => claimRow(row) }]
      : []),
    ...textActions(row, () => act("sms", row)),
    ...(row.plan === null && row.closed_at === null && !row.is_opted_out
      ? [{ needs: leadBulk.startPlan, label: actionTexts.startPlan, icon: IconRoute, onClick: () => act("plan", row) }]
      : []),
    {
      needs: leads.remove,
      label: actionTexts.remove,
      icon: IconTrash,
      danger: true,
      onClick: () => void askToDelete(row),
    },
  ];

  const isPhone = useMedia(phone);
  const switcher = (
    <CountTabs
      label={boardTexts.layouts}
      value={layout}
      onChange={choose}
      choices={[
        { value: "list", label: boardTexts.list, hint: boardTexts.keyOf("1"), icon: IconList },
        { value: "board", label: boardTexts.board, hint: boardTexts.keyOf("2"), icon: IconLayoutKanban },
      ]}
      iconsOnly={isPhone}
    />
  );

  return (
    <Screen
      title={texts.title}
      beside={!isPhone && switcher}
      commands={{
        main: { label: texts.add, icon: IconPlus, needs: leads.add, onClick: add },
        others: [{ label: texts.plans, icon: IconRoute, to: "/leads/plans", needs: leadPlans.list }, exportCommand],
      }}
    >
      <Suspense>
        <RunningChange />
      </Suspense>
      <SavedViews
        screen="leads"
        // On a phone the first filter offers them.
        fixed={isPhone ? [] : filters.fixedViews}
        columnsName="leads"
        useCounts={useViewCounts}
      />
      {layout === "board" ? (
        <Suspense>
          <BoardView
            filters={filters}
            onOpen={openLead}
            onClaim={claimRow}
            onList={(stage) => showAsList(String(stage.id))}
            empty={<NoLeads onAdd={add} />}
            switcher={isPhone && switcher}
          />
        </Suspense>
      ) : (
        <LeadsTable
          filters={filters}
          actions={actionsFor}
          onOpen={openLead}
          onEnd={(row, stage_id) => {
            act("move", row);
            setEndingStage(stage_id);
          }}
          empty={<NoLeads onAdd={add} />}
          switcher={isPhone && switcher}
        />
      )}
      <AddLeadDialog opened={dialog === "add"} onClose={close} />
      <LeadDialog opened={opened.isOpen} onClose={opened.close} id={opened.id} />
      {lead && <MoveLeadDialog opened={dialog === "move"} onClose={close} lead={lead} stage_id={endingStage} />}
      {lead && <AssignLeadDialog opened={dialog === "assign"} onClose={close} lead={lead} />}
      {lead && (
        <StartPlanDialog
          opened={dialog === "plan"}
          onClose={close}
          which={{ lead_ids: [lead.id] }}
          words={shortNameOf(lead)}
        />
      )}
      {lead && lead.customer_id !== null && (
        <SendSmsDialog
          opened={dialog === "sms"}
          onClose={close}
          customer={{ id: lead.customer_id, customer_name: nameOfLead(lead), phone: lead.phone }}
        />
      )}
    </Screen>
  );
}

/** Opens the conversation, or starts one. Customers who opted out can't be texted. */
function textActions({ chat_id, customer_id, phone, is_opted_out }: Lead, onText: () => void): RowAction[] {
  if (is_opted_out) return [];
  const text = { label: actionTexts.text, icon: IconMessage };
  if (chat_id !== null) return [{ ...text, to: `/inbox/all/${chat_id}` }];
  return customer_id === null || phone === "" ? [] : [{ ...text, needs: inbox.sendToCustomer, onClick: onText }];
}

/** In place of the leads of a location that has none. */
function NoLeads({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      icon={IconTargetArrow}
      action={
        <Stack gap="sm" align="center">
          <Can use={leads.add}>
            <Button variant="default" onClick={onAdd}>
              {texts.add}
            </Button>
          </Can>
          <Can use={leadAddress.shown}>
            <Anchor component={Link} to="/settings/leads" size="sm">
              {texts.toAddress}
            </Anchor>
          </Can>
        </Stack>
      }
    >
      {texts.none}
    </EmptyState>
  );
}

/** The lead that is open, which stands in the address: `?lead=12`. Its id stays while the dialog closes. */
function useOpenLead() {
  const [query, changeQuery] = useTableQuery(false);
  const asked = Number(query.get("lead"));
  const isOpen = Number.isSafeInteger(asked) && asked > 0;
  const [id, setId] = useState(0);
  if (isOpen && asked !== id) setId(asked);
  const show = (value: string) =>
    changeQuery(
      (now) => {
        const next = new URLSearchParams(now);
        if (value) next.set("lead", value);
        else next.delete("lead");
        return next;
      },
      { replace: true },
    );
  return { id, isOpen, open: (lead_id: number) => show(String(lead_id)), close: () => show("") };
}
