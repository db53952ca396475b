import { Anchor } from "@mantine/core";
import { IconAdjustmentsDollar, IconBuilding, IconRosetteDiscountCheck } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { CountTabs } from "#core/web/filter/CountTabs.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useQueryChoice } from "#core/web/table/useTableQuery.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { refusalTexts } from "../../web/texts.ts";
import { clientRegistrations, type QueuedRegistration, queueParts } from "../contract.ts";
import { stateLooks } from "./stateLooks.ts";
import { operatorRegistrationTexts as texts } from "./texts.ts";

const TermsDialog = lazyDialog(() => import("./TermsDialog.tsx"), "TermsDialog");

const dayMs = 86_400_000;

/** Every client's registration with the carriers, those that need the operator first. */
export function RegistrationsScreen() {
  const time = useTime();
  const navigate = useNavigate();
  const [part, setPart] = useQueryChoice("part", queueParts, "to_do");
  const { data: counts } = useCall(clientRegistrations.counts);
  const [termsOpen, setTermsOpen] = useState(false);
  const { columns } = texts;
  return (
    <Screen
      title={texts.title}
      commands={{
        others: [
          { label: texts.fees, icon: IconAdjustmentsDollar, onClick: () => setTermsOpen(true) },
          { label: texts.platform, icon: IconBuilding, onClick: () => void navigate("/admin/registrations/platform") },
        ],
      }}
    >
      <DataTable
        call={clientRegistrations.table}
        label={texts.table}
        searchHint={texts.searchHint}
        body={{ part }}
        filters={
          <CountTabs
            label={texts.parts}
            value={part}
            onChange={setPart}
            choices={queueParts.map((value) => ({ value, label: texts.partNames[value], count: counts?.[value] }))}
          />
        }
        rowKey={({ dealer_id, registration_id }) => `${dealer_id} ${registration_id}`}
        empty={<EmptyState icon={IconRosetteDiscountCheck}>{texts.empty[part]}</EmptyState>}
        columns={[
          { key: "client", label: columns.client, sortable: true, card: "title", render: ClientLink },
          { key: "kind", label: columns.kind, card: "line", render: whatOf },
          { key: "state", label: columns.state, card: "status", render: StateWord },
          {
            key: "since",
            label: columns.since,
            sortable: true,
            card: "aside",
            render: ({ since }) => time.dateTime(since),
          },
          { key: "waiting", label: columns.waiting, card: "more", render: waitingOf },
          { key: "problems", label: columns.reason, card: "more", render: Reason },
          { key: "reference", label: columns.reference, card: "more" },
        ]}
      />
      <TermsDialog opened={termsOpen} onClose={() => setTermsOpen(false)} />
    </Screen>
  );
}

const ClientLink = ({ dealer_id, client }: QueuedRegistration) => (
  <Anchor
    component={Link}
    size="sm"
    to={dealer_id === 0 ? "/admin/registrations/platform" : `/admin/registrations/clients/${dealer_id}`}
  >
    {client}
  </Anchor>
);

const whatOf = ({ kind, number }: QueuedRegistration) => (number === "" ? texts.kinds[kind] : formatPhone(number));

const StateWord = ({ state }: QueuedRegistration) => (
  <StatusWord {...stateLooks[state]}>{texts.states[state]}</StatusWord>
);

const waitingOf = ({ state, since }: QueuedRegistration) =>
  state === "approved" ? "" : texts.days(Math.max(0, Math.floor((Date.now() - Date.parse(since)) / dayMs)));

/** Why it was refused, in our words, and the carrier's code. */
function Reason({ problems: [problem] }: QueuedRegistration) {
  if (!problem) return "";
  return problem.code === "" ? refusalTexts[problem.field] : `${refusalTexts[problem.field]} (${problem.code})`;
}
