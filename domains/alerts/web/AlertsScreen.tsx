import { Anchor, Badge, Button, Text } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconMessage, IconShieldCheck, IconStar, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { useSend } from "#core/web/call/useSend.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { PeriodChoice, usePeriodFilter } from "#core/web/filter/PeriodChip.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useQueryChoice } from "#core/web/table/useTableQuery.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { type Alert, type AlertKind, alertKinds, alerts } from "../contract.ts";
import { isDismissable, kindNames, lastedText, retentionDays } from "../rules.ts";
import classes from "./AlertsScreen.module.css";
import { alertTexts } from "./texts.ts";

const AlertRulesDialog = lazyDialog(() => import("./AlertRulesDialog.tsx"), "AlertRulesDialog");

/** The location's open and ended alerts. */
export function AlertsScreen() {
  const time = useTime();
  const { show, kind, period, setShow, setKind, setPeriod } = useAlertFilters();
  const [rulesOpen, setRulesOpen] = useState(false);
  const dismiss = useSend(alerts.dismiss, { invalidates: [alerts.table, alerts.open] });

  const actionsFor = ({ id, rule, chat_id, review_id, resolved_at }: Alert) => [
    ...(chat_id ? [{ label: alertTexts.openConversation, icon: IconMessage, to: `/inbox/all/${chat_id}` }] : []),
    ...(review_id && !resolved_at ? [{ label: alertTexts.openReview, icon: IconStar, to: waitingReviews }] : []),
    ...(isDismissable({ rule }) && !resolved_at
      ? [
          {
            needs: alerts.dismiss,
            label: alertTexts.dismiss,
            icon: IconX,
            onClick: () => dismiss.mutate({ params: { id } }),
          },
        ]
      : []),
  ];

  return (
    <Screen
      title={alertTexts.title}
      about={
        <>
          {alertTexts.about} <InfoTooltip about="alerts">{alertTexts.definition(retentionDays)}</InfoTooltip>
        </>
      }
      commands={{
        others: [
          {
            label: alertTexts.rules,
            icon: IconAdjustmentsHorizontal,
            needs: alerts.changeRules,
            onClick: () => setRulesOpen(true),
          },
        ],
      }}
    >
      <DataTable
        call={alerts.table}
        label={alertTexts.title}
        firstSort={{ key: "began_at", dir: "desc" }}
        body={{ resolved: show === "all" ? 1 : 0, kind: kind || undefined, period }}
        filters={
          <>
            <FilterChip
              label={alertTexts.show}
              value={show}
              onChange={setShow}
              options={[
                { value: "open", label: alertTexts.open },
                { value: "all", label: alertTexts.all },
              ]}
            />
            <FilterChip
              label={alertTexts.kind}
              value={kind}
              onChange={setKind}
              options={[
                { value: "", label: alertTexts.allKinds },
                ...alertKinds.map((value) => ({ value, label: kindNames[value] })),
              ]}
            />
            <PeriodChoice value={period} onChange={setPeriod} />
          </>
        }
        nameOf={({ customer_name, why }) => customer_name || why}
        actions={actionsFor}
        empty={
          kind === "" && (
            <EmptyState
              icon={IconShieldCheck}
              action={
                <Can use={alerts.changeRules}>
                  <Button variant="default" onClick={() => setRulesOpen(true)}>
                    {alertTexts.rules}
                  </Button>
                </Can>
              }
            >
              {alertTexts.none}
            </EmptyState>
          )
        }
        columns={[
          {
            key: "began_at",
            card: "line",
            label: alertTexts.columns.date,
            sortable: true,
            width: "8rem",
            render: (row) => <Faded of={row}>{time.date(row.began_at)}</Faded>,
          },
          {
            key: "time",
            card: "line",
            label: alertTexts.columns.time,
            width: "6rem",
            render: (row) => <Faded of={row}>{time.time(row.began_at)}</Faded>,
          },
          {
            key: "agents",
            label: alertTexts.columns.agents,
            render: (row) => <Faded of={row}>{namesOf(row.agents)}</Faded>,
          },
          {
            key: "customer_name",
            card: "line",
            label: alertTexts.columns.leadsheet,
            sortable: true,
            render: Leadsheet,
          },
          {
            key: "kind",
            card: "title",
            label: alertTexts.columns.alert,
            sortable: true,
            render: (row) => <AlertCell alert={row} />,
          },
        ]}
      />
      <AlertRulesDialog opened={rulesOpen} onClose={() => setRulesOpen(false)} />
    </Screen>
  );
}

const colors: Record<AlertKind, string> = { warning: "yellow", danger: "red", success: "green" };

/** The alert's kind and cause; for an ended one also how and after how long it ended. */
function AlertCell({ alert }: { alert: Alert }) {
  const { kind, why, began_at, resolved_at, how } = alert;
  return (
    <div className={classes.alert}>
      <Badge miw="max-content" color={resolved_at ? "gray" : colors[kind]}>
        {kindNames[kind]}
      </Badge>
      <div>
        <Text size="sm" className={classes.why} c={resolved_at ? "dimmed" : undefined}>
          {why}
        </Text>
        {resolved_at && (
          <Text size="xs" c="dimmed">
            {alertTexts.closedAfter(lastedText(new Date(began_at), new Date(resolved_at)))} {how}
          </Text>
        )}
      </div>
    </div>
  );
}

/** Dims ended alerts. */
function Faded({ of, children }: { of: Alert; children: string }) {
  return (
    <Text span size="sm" c={of.resolved_at ? "dimmed" : undefined}>
      {children}
    </Text>
  );
}

/** Up to three names and the number of others. */
function namesOf(agents: readonly string[]): string {
  const [shown, more] = [agents.slice(0, 3).join(", "), agents.length - 3];
  return more > 0 ? alertTexts.andMore(shown, more) : shown;
}

/** The reviews that need a reply. */
const waitingReviews = "/reviews?show=open";

/** Links to the customer's conversation; of a review its author, and a dash when the alert is not about one person. */
function Leadsheet(row: Alert) {
  if (row.chat_id === null) return <Faded of={row}>{row.customer_name || "–"}</Faded>;
  return (
    <Anchor component={Link} size="sm" to={`/inbox/all/${row.chat_id}`}>
      {row.customer_name}
    </Anchor>
  );
}

/** The alert filters in the URL's query; the default is this month's open alerts. */
function useAlertFilters() {
  const [show, setShow] = useQueryChoice("show", ["all"], "open");
  const [kind, setKind] = useQueryChoice("kind", alertKinds, "");
  const [period, setPeriod] = usePeriodFilter();
  return { show, kind, period, setShow, setKind, setPeriod };
}
