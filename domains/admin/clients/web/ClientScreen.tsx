import "@mantine/core/styles/Table.layer.css";
import { Alert, Paper, Skeleton, Table } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { SupportAccessButton } from "#domains/admin/supportAccess/web/public.tsx";
import { ClientQuotas } from "#domains/quotas/web/public.tsx";
import { type Client, clients, type Purchase } from "../contract.ts";
import { unsettledStates } from "../rules.ts";
import { BackToClients } from "./BackToClients.tsx";
import { ClientCalls } from "./ClientCalls.tsx";
import { ClientCountries } from "./ClientCountries.tsx";
import classes from "./ClientScreen.module.css";
import { ClientShop } from "./ClientShop.tsx";
import { clientName } from "./clientName.ts";
import { EmailFact } from "./EmailFact.tsx";
import { NumberSearch } from "./NumberSearch.tsx";
import { Purchases } from "./Purchases.tsx";

/** Milliseconds between polls while a purchase is open. */
const pollInterval = 5_000;

const isUnsettled = ({ state }: Purchase) => unsettledStates.some((one) => one === state);

/** A client business, its texting number and the purchase of one. */
export function ClientScreen() {
  const id = useParams().id ?? "";
  const query = useCall(clients.one, { params: { id } }, { keepPrevious: true });
  const isBuying = query.data?.purchases.some(isUnsettled) ?? false;
  // A second observer of the same query, so that it polls only while a purchase is open.
  useCall(clients.one, { params: { id } }, { enabled: isBuying, refetchInterval: pollInterval });
  const { data, error } = query;

  return (
    <Screen
      title={data ? data.allClients.company : "Client"}
      actions={
        <>
          {data && <SupportAccessButton client={data.allClients} />}
          <BackToClients />
        </>
      }
    >
      {error && <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={error.message} />}
      {!data && !error && <Skeleton height={220} />}
      {data && (
        <div className={classes.panes}>
          <Paper withBorder p="lg" className={classes.client}>
            <Facts client={data.allClients} />
            <Purchases purchases={data.purchases} />
          </Paper>
          <NumberSearch
            client={data.allClients}
            location={data.next_location}
            requests={data.requests}
            isBuying={isBuying}
          />
          <ClientCalls clientId={data.allClients.id} />
          <ClientCountries clientId={data.allClients.id} />
          <ClientShop clientId={data.allClients.id} />
          <ClientQuotas clientId={data.allClients.id} />
        </div>
      )}
    </Screen>
  );
}

function Facts({ client }: { client: Client }) {
  const facts: Record<string, ReactNode> = {
    "Client Name": clientName(client),
    "Business Name": client.company,
    Email: <EmailFact client={client} />,
    Phone: client.phone && `+1 ${formatPhone(client.phone)}`,
    Address: client.address,
  };
  return (
    <Table variant="vertical" layout="fixed" aria-label="Client">
      <Table.Tbody>
        {Object.entries(facts).map(([label, value]) => (
          <Table.Tr key={label}>
            <Table.Th w="9.5rem" scope="row">
              {label}
            </Table.Th>
            <Table.Td className={classes.fact}>{value || "—"}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
