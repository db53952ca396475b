import { Alert, Anchor, Skeleton, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import type { CallError } from "#core/client.ts";
import { useCall, useCallEnvelope } from "#core/web/call/useCall.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { Section } from "#core/web/layout/Section.tsx";
import { useHasScreen } from "#core/web/layout/screenDeclaration.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { StatusBadge } from "#core/web/status/StatusBadge.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { statusNames, typeNames } from "#domains/appointments/rules.ts";
import { statusLooks } from "#domains/appointments/web/public.tsx";
import { consent, consentEvents } from "#domains/customers/consent/contract.ts";
import { AskedToStopBanner, ConsentHistory } from "#domains/customers/consent/web/public.tsx";
import { customers } from "#domains/customers/contract.ts";
import { duplicateEvents, duplicates } from "#domains/duplicates/contract.ts";
import { MergedCustomers, PossibleDuplicates } from "#domains/duplicates/web/public.tsx";
import { inbox, inboxEvents } from "#domains/inbox/contract.ts";
import { CustomerLeadsSection } from "#domains/leads/web/public.tsx";
import { CustomerFacts, ListsOfCustomer } from "./CustomerFacts.tsx";
import { CustomerHead } from "./CustomerHead.tsx";
import classes from "./CustomerScreen.module.css";
import { LastMessages } from "./LastMessages.tsx";

const EditCustomerDialog = lazyDialog(() => import("#domains/customers/web/public.tsx"), "EditCustomerDialog");
const SendSmsDialog = lazyDialog(() => import("#domains/inbox/web/public.tsx"), "SendSmsDialog");

/** Everything about one customer. */
export function CustomerScreen() {
  const id = Number(useParams().id);
  const navigate = useNavigate();
  const { data: customer, error, refetch } = useCall(customers.details, { params: { id } });
  const consentHistory = useCall(consent.history, { params: { id } }, { enabled: customer !== undefined });
  const [dialog, setDialog] = useState<"edit" | "sms">();
  const canSeeDuplicates = useCan(duplicates.ofCustomer);
  const refresh = useFreshCustomer(id, (kept_id) => navigate(`/customer/${kept_id}`, { replace: true }));
  const close = () => setDialog(undefined);

  // The person who was deleted or erased since is no longer shown from the cache.
  if (error && (!customer || error.status === 404))
    return <CustomerNotFound failure={error} retry={() => void refetch()} />;
  if (!customer) return <Skeleton className={classes.loading} role="status" aria-label="Loading the customer" />;
  const openQuestion = consentHistory.data?.asked;
  return (
    <div className={classes.page}>
      <CustomerHead
        customer={customer}
        onText={() => setDialog("sms")}
        onEdit={() => setDialog("edit")}
        onConsent={refresh}
      />
      {openQuestion && <AskedToStopBanner customer_id={id} asked={openQuestion} onDecided={refresh} />}
      {canSeeDuplicates && <PossibleDuplicates customer_id={id} />}
      <div className={classes.columns}>
        <div className={classes.column}>
          <Section title="Details">
            <CustomerFacts customer={customer} />
          </Section>
          <Section title="Lists">
            <ListsOfCustomer customer={customer} />
          </Section>
          {canSeeDuplicates && <MergedCustomers customer_id={id} />}
          <Section title="Consent">
            <ConsentHistory customer_id={id} />
          </Section>
        </div>
        <div className={classes.column}>
          <CustomerLeadsSection customer_id={id} />
          <LastMessages customer={customer} onText={() => setDialog("sms")} />
          <CustomerAppointments customer_id={id} />
        </div>
      </div>
      <EditCustomerDialog opened={dialog === "edit"} onClose={close} customer={customer} />
      <SendSmsDialog opened={dialog === "sms"} onClose={close} customer={customer} />
    </div>
  );
}

interface Props {
  failure: CallError;
  retry: () => void;
}

/** A customer who isn't there, or couldn't be loaded. */
function CustomerNotFound({ failure, retry }: Props) {
  return (
    <Screen title="Customer">
      {failure.status === 404 ? (
        <Alert color="gray" icon={<IconAlertTriangle aria-hidden />} title="Customer not found">
          <Stack gap="xs" align="start">
            They may have been deleted, or merged into another customer.
            <Anchor component={Link} to="/customers" size="sm">
              All customers
            </Anchor>
          </Stack>
        </Alert>
      ) : (
        <LoadFailure failure={failure} retry={retry} />
      )}
    </Screen>
  );
}

const maxShown = 10;

/** A customer's appointments, latest first. */
function CustomerAppointments({ customer_id }: { customer_id: number }) {
  const time = useTime();
  const hasAppointments = useHasScreen("/appointments");
  const order = { columns: [{ data: "datetime" }], order: [{ column: 0, dir: "desc" as const }] };
  const { data } = useCallEnvelope(appointments.table, { body: { customer_id, length: maxShown, ...order } });
  if (!hasAppointments) return null;
  const more = (data?.recordsTotal ?? 0) - maxShown;
  return (
    <Section
      title="Appointments"
      actions={
        <Can use={appointments.add}>
          <Anchor component={Link} to={`/appointments?create=${customer_id}`} size="sm">
            Create an appointment
          </Anchor>
        </Can>
      }
    >
      {data?.data.length === 0 && <p className={classes.none}>None yet.</p>}
      <ul className={classes.appointments}>
        {data?.data.map(({ id, title, datetime, type, status }) => (
          <li key={id} className={classes.appointment}>
            <span className={classes.title}>{title}</span>
            <span className={classes.about}>
              {time.dateTime(datetime)} · {typeNames[type]}
            </span>
            <StatusBadge {...statusLooks[status]}>{statusNames[status]}</StatusBadge>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={classes.none}>Plus {more} earlier.</p>}
    </Section>
  );
}

const detailCalls = [customers.details, consent.history, appointments.table, inbox.messages];
const duplicateCalls = [duplicates.ofCustomer, duplicates.merges];

/**
 * Keeps a customer's page up to date with realtime events.
 *
 * @param onMoved runs when the customer was merged into another.
 * @returns a function that refetches everything.
 */
function useFreshCustomer(id: number, onMoved: (kept_id: number) => void): () => void {
  const cache = useQueryClient();
  const refresh = useCallback(() => {
    for (const call of [...detailCalls, ...duplicateCalls]) void cache.invalidateQueries({ queryKey: [call.name] });
  }, [cache]);
  useOnReconnect(refresh);
  useRealtimeEvent(consentEvents.changed, ({ customer_id }) => {
    if (customer_id === id) refresh();
  });
  useRealtimeEvent(inboxEvents.messageOpen, ({ what }) => {
    // A new message changes the counts and may create the chat.
    if (what !== "state") void cache.invalidateQueries({ queryKey: [customers.details.name] });
  });
  useRealtimeEvent(duplicateEvents.merged, ({ kept_id, merged_id, undone }) => {
    if (merged_id === id && undone === 0) onMoved(kept_id);
    else if (kept_id === id || merged_id === id) refresh();
  });
  return refresh;
}
