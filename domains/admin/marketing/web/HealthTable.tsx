import "@mantine/core/styles/Alert.layer.css";
import "@mantine/core/styles/Table.layer.css";
import { Alert, Group, Table, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { countText } from "#core/count.ts";
import { timeAgo } from "#core/timeAgo.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import type { Icon } from "#core/web/layout/screenDeclaration.ts";
import { type StatusTone, StatusWord } from "#core/web/status/StatusBadge.tsx";
import { type HealthLevel, marketingRules, type SendingHealth } from "../contract.ts";
import { type HealthFigure, levelOf, refusalLevel } from "../rules.ts";
import { marketingRulesTexts } from "./texts.ts";

const texts = marketingRulesTexts.health;

const looks: Record<HealthLevel, { tone: StatusTone; icon: Icon }> = {
  ok: { tone: "green", icon: IconCircleCheck },
  warning: { tone: "amber", icon: IconAlertTriangle },
  critical: { tone: "red", icon: IconCircleX },
};

/** How each client's campaigns did lately, the worst first. */
export function HealthTable() {
  const { data, error } = useCall(marketingRules.health);
  return (
    <section aria-label={texts.title}>
      <Group gap="xs">
        <Title order={2} size="h4">
          {texts.title}
        </Title>
        <InfoTooltip about={texts.title}>{texts.about}</InfoTooltip>
      </Group>
      {error && !data && <Text c="red">{error.message}</Text>}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      )}
      {data && <Refusals rows={data.filter(({ refused }) => refused > 0)} />}
      {data && data.length > 0 && (
        <Table aria-label={texts.title}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ label, isWide }) => (
                <Table.Th key={label} visibleFrom={isWide ? "sm" : undefined}>
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((row) => (
              <Table.Tr key={row.dealer_id}>
                {columns.map(({ label, isWide, show }) => (
                  <Table.Td key={label} visibleFrom={isWide ? "sm" : undefined}>
                    {show(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}

/** What mail servers hold against us, in their words. */
function Refusals({ rows }: { rows: readonly SendingHealth[] }) {
  if (rows.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={texts.refusalsTitle} my="sm">
      <Text size="sm">{texts.refusals}</Text>
      {rows.map(({ dealer_id, client, refused, refusal }) => (
        <Text key={dealer_id} size="sm" mt="xs" style={{ overflowWrap: "anywhere" }}>
          {texts.refusal(client, refused, refusal)}
        </Text>
      ))}
    </Alert>
  );
}

interface HealthColumn {
  readonly label: string;
  /** A phone has no room for it. */
  readonly isWide: boolean;
  readonly show: (row: SendingHealth) => ReactNode;
}

const { columns: words } = texts;

const columns: readonly HealthColumn[] = [
  {
    label: words.client,
    isWide: false,
    show: ({ dealer_id, client }) => <Link to={`/admin/campaigns?client=${dealer_id}`}>{client}</Link>,
  },
  {
    label: words.level,
    isWide: false,
    show: ({ level }) => <StatusWord {...looks[level]}>{texts.levels[level]}</StatusWord>,
  },
  { label: words.texts, isWide: false, show: (row) => countText(row.texts) },
  { label: words.opted_out, isWide: true, show: (row) => share("opted_out", row.opted_out, row.texts) },
  { label: words.filtered, isWide: true, show: (row) => share("filtered", row.filtered, row.texts) },
  { label: words.emails, isWide: false, show: (row) => countText(row.emails) },
  { label: words.complained, isWide: true, show: (row) => share("complained", row.complained, row.emails) },
  { label: words.bounced, isWide: true, show: (row) => share("bounced", row.bounced, row.emails) },
  { label: words.refused, isWide: true, show: (row) => refusals(row) },
  { label: words.waiting, isWide: true, show: ({ oldest_due }) => (oldest_due ? timeAgo(oldest_due) : texts.nobody) },
];

function refusals({ refused, emails }: SendingHealth) {
  const level = refusalLevel(refused, emails);
  return level === "ok" ? countText(refused) : <StatusWord {...looks[level]}>{countText(refused)}</StatusWord>;
}

function share(figure: HealthFigure, count: number, messages: number) {
  if (messages === 0) return texts.nobody;
  const level = levelOf(figure, count, messages);
  const text = texts.share(countText(count), Math.round((10_000 * count) / messages) / 100);
  return level === "ok" ? text : <StatusWord {...looks[level]}>{text}</StatusWord>;
}
