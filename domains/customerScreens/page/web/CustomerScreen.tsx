import { Alert, Anchor, Skeleton, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useCallback, useEffect, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import type { CallError } from "#core/client.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { consent, consentEvents } from "#domains/customers/consent/contract.ts";
import { AskedToStopBanner } from "#domains/customers/consent/web/public.tsx";
import { customers } from "#domains/customers/contract.ts";
import { duplicateEvents, duplicates } from "#domains/duplicates/contract.ts";
import { PossibleDuplicates } from "#domains/duplicates/web/public.tsx";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { LeadBand } from "#domains/leads/web/public.tsx";
import { tasks } from "#domains/tasks/contract.ts";
import { timeline } from "#domains/timeline/contract.ts";
import { CustomerTimeline, WritingField } from "#domains/timeline/web/public.tsx";
import { CustomerHead } from "./CustomerHead.tsx";
import classes from "./CustomerScreen.module.css";
import { CustomerSide } from "./CustomerSide.tsx";
import { useCustomerKeys } from "./useCustomerKeys.ts";

const EditCustomerDialog = lazyDialog(() => import("#domains/customers/web/public.tsx"), "EditCustomerDialog");
const SendSmsDialog = lazyDialog(() => import("#domains/inbox/web/public.tsx"), "SendSmsDialog");
const TaskDialog = lazyDialog(() => import("#domains/tasks/web/public.tsx"), "TaskDialog");

/** Everything about one customer: their open lead, what happened, and who they are. */
export function CustomerScreen() {
  const id = Number(useParams().id);
  const navigate = useNavigate();
  const { data: customer, error, refetch } = useCall(customers.details, { params: { id } });
  const consentHistory = useCall(consent.history, { params: { id } }, { enabled: customer !== undefined });
  const [dialog, setDialog] = useState<"edit" | "sms" | "task">();
  const canSeeDuplicates = useCan(duplicates.ofCustomer);
  const canAddTask = useCan(tasks.add);
  const refresh = useFreshCustomer(id, (kept_id) => navigate(`/customer/${kept_id}`, { replace: true }));
  useCustomerKeys(() => navigate("/customers"));
  const close = () => setDialog(undefined);

  // The person who was deleted or erased since is no longer shown from the cache.
  if (error && (!customer || error.status === 404))
    return <CustomerNotFound id={id} failure={error} retry={() => void refetch()} />;
  if (!customer) return <Skeleton className={classes.loading} role="status" aria-label="Loading the customer" />;
  const openQuestion = consentHistory.data?.asked;
  const name = customer.first_name.trim() || customer.customer_name;
  return (
    <div className={classes.page}>
      <CustomerHead customer={customer} onText={() => setDialog("sms")} onEdit={() => setDialog("edit")} />
      <Suspense fallback={<Skeleton height={108} aria-hidden />}>
        <LeadBand customer_id={id} onNextStep={canAddTask ? () => setDialog("task") : undefined} />
      </Suspense>
      <div className={classes.banners}>
        {openQuestion && <AskedToStopBanner customer_id={id} asked={openQuestion} onDecided={refresh} />}
        {canSeeDuplicates && <PossibleDuplicates customer_id={id} />}
      </div>
      <div className={classes.columns}>
        <Suspense fallback={<Skeleton className={classes.loading} role="status" aria-label="Loading the timeline" />}>
          <CustomerTimeline key={id} customer_id={id} chat_id={customer.chat_id} customer={name}>
            <WritingField key={id} customer={customer} name={name} />
          </CustomerTimeline>
        </Suspense>
        <CustomerSide
          customer={customer}
          onConsent={refresh}
          onEdit={() => setDialog("edit")}
          canSeeMerges={canSeeDuplicates}
        />
      </div>
      <EditCustomerDialog opened={dialog === "edit"} onClose={close} customer={customer} />
      <SendSmsDialog opened={dialog === "sms"} onClose={close} customer={customer} />
      <TaskDialog opened={dialog === "task"} onClose={close} customer_id={id} />
    </div>
  );
}

interface Props {
  id: number;
  failure: CallError;
  retry: () => void;
}

/** A customer who isn't there, or couldn't be loaded. One who was merged leads to the one who was kept. */
function CustomerNotFound({ id, failure, retry }: Props) {
  const navigate = useNavigate();
  const request = { params: { customer_id: id } };
  const { data } = useCall(timeline.entries, { ...request, body: { length: 1 } }, { enabled: failure.status === 404 });
  const kept_id = data?.customer_id;
  useEffect(() => {
    if (kept_id !== undefined && kept_id !== id) navigate(`/customer/${kept_id}`, { replace: true });
  }, [kept_id, id, navigate]);
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

const detailCalls = [customers.details, consent.history];
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
