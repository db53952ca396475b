import { ActionIcon, Anchor, Group } from "@mantine/core";
import { IconCircleCheck, IconCircleMinus, IconEye } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Icon } from "#core/web/layout/screenDeclaration.ts";
import { type StatusTone, StatusWord } from "#core/web/status/StatusBadge.tsx";
import type { TableColumn } from "#core/web/table/tableColumn.ts";
import { useQueryFilter } from "#core/web/table/useTableQuery.ts";
import type { ConsentStateName } from "#domains/customers/consent/contract.ts";
import { ConsentStatus } from "#domains/customers/consent/web/public.tsx";

/** One person of a campaign of any channel, as the table shows them. */
interface ShownRecipient {
  readonly first_name: string;
  readonly last_name: string;
  readonly optin_status: 0 | 1;
  /** What texts are sent by; emails need no consent. */
  readonly consent_state?: ConsentStateName;
  readonly state: string;
  /** The state in words. */
  readonly message_status: string;
  readonly error: string;
  readonly created_at: string;
}

const columnTexts = {
  id: "#",
  name: "Customer Name",
  optIn: "Opt-In Status",
  status: "Status",
  error: "Error",
  result: "Result",
  created: "Created",
  view: "View",
  active: "Active",
  inactive: "Inactive",
} as const;

interface RecipientColumns<Row extends ShownRecipient> {
  nameOf: (row: Row) => string;
  /** The person's address in Rooftop, if they have one. */
  linkOf: (row: Row) => string | undefined;
  /** How each state looks. */
  states: Readonly<Record<Row["state"], { tone: StatusTone; icon: Icon }>>;
  /** What they did after they got it. */
  result: { key: string; render: (row: Row) => ReactNode };
  dateTime: (instant: string) => string;
  /** Opens what they got; `label` says so to screen readers. */
  view: { label: (name: string) => string; open: (row: Row) => void };
}

/** The specified columns of a campaign's recipients, and what came of each. */
export function recipientColumns<Row extends ShownRecipient>(setup: RecipientColumns<Row>): TableColumn<Row>[] {
  const { nameOf, linkOf, states, result, dateTime, view } = setup;
  const texts = columnTexts;
  const stateOf = (row: Row): Row["state"] => row.state;
  return [
    { key: "id", label: texts.id, sortable: true, width: "5rem", card: "more" },
    {
      key: "first_name",
      label: texts.name,
      sortable: true,
      card: "title",
      render: (row) => <NameCell name={nameOf(row)} to={linkOf(row)} />,
    },
    {
      key: "optin_status",
      label: texts.optIn,
      card: "more",
      render: ({ optin_status, consent_state }) => (
        <Group gap="xs">
          <StatusWord
            tone={optin_status === 1 ? "green" : "gray"}
            icon={optin_status === 1 ? IconCircleCheck : IconCircleMinus}
          >
            {optin_status === 1 ? texts.active : texts.inactive}
          </StatusWord>
          {consent_state && <ConsentStatus state={consent_state} />}
        </Group>
      ),
    },
    {
      key: "message_status",
      label: texts.status,
      card: "status",
      render: (row) => <StatusWord {...states[stateOf(row)]}>{row.message_status}</StatusWord>,
    },
    { key: "error", label: texts.error, card: "line", render: ({ error }) => error || "–" },
    { key: result.key, label: texts.result, card: "aside", render: result.render },
    { key: "created_at", label: texts.created, card: "more", render: (row) => dateTime(row.created_at) },
    {
      key: "message",
      label: texts.view,
      align: "center",
      card: "more",
      render: (row) => (
        <ActionIcon variant="subtle" color="gray" aria-label={view.label(nameOf(row))} onClick={() => view.open(row)}>
          <IconEye size={18} aria-hidden />
        </ActionIcon>
      ),
    },
  ];
}

function NameCell({ name, to }: { name: string; to: string | undefined }) {
  if (to === undefined) return <>{name}</>;
  return (
    <Anchor component={Link} to={to}>
      {name}
    </Anchor>
  );
}

/** Which people of a campaign are shown, kept in the address: a group, and in it those with one reason or carrier's code. */
export function useRecipientFilter() {
  const [group, setGroup] = useQueryFilter("show");
  const [why, setWhy] = useQueryFilter("why");
  return {
    group,
    why,
    show: (group: string, why = "") => {
      setGroup(group);
      setWhy(why);
    },
  };
}
