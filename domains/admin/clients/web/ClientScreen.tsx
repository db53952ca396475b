import "@mantine/core/styles/Table.layer.css";
import { Alert, Badge, Paper, Skeleton, Table, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { SupportAccessButton } from "#domains/admin/supportAccess/web/public.tsx";
import { ClientQuotas } from "#domains/quotas/web/public.tsx";
import { ClientRegistrationCard } from "#domains/textRegistration/operator/web/public.tsx";
import { type Client, clients, type Purchase, type PurchaseState } from "../contract.ts";
import { unsettledStates } from "../rules.ts";
import { BackToClients } from "./BackToClients.tsx";
import classes from "./ClientScreen.module.css";
import { ClientCalls, ClientCountries, ClientShop } from "./ClientSettings.tsx";
import { clientName, EmailFact } from "./clientCells.tsx";
import { NumberSearch } from "./NumberSearch.tsx";

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
          <ClientRegistrationCard clientId={data.allClients.id} />
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

const stateBadges: Record<PurchaseState, { label: string; color: string }> = {
  intended: { label: "Being bought", color: "blue" },
  bought: { label: "Being released", color: "yellow" },
  assigned: { label: "Assigned", color: "green" },
  released: { label: "Released", color: "gray" },
  failed: { label: "Not bought", color: "red" },
  unknown: { label: "Unknown", color: "yellow" },
};

/** The latest purchases of numbers for a client and their states. */
function Purchases({ purchases }: { purchases: readonly Purchase[] }) {
  const time = useTime();
  if (purchases.length === 0) return null;
  return (
    <section>
      <Title order={2} fz="lg" mb="sm">
        Purchases
      </Title>
      <ul className={classes.purchases} aria-live="polite">
        {purchases.map(({ number, location, state, error, started_at }) => (
          <li key={`${number} ${started_at}`}>
            <Text component="span" fw={600}>
              {formatPhone(number)}
            </Text>
            <Badge color={stateBadges[state].color}>{stateBadges[state].label}</Badge>
            <Text component="span" size="sm" c="dimmed">
              for {location}, {time.dateTime(started_at)}
            </Text>
            {error && (
              <Text size="sm" className={classes.why}>
                {error}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
