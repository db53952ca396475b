import { Skeleton } from "@mantine/core";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { Section } from "#core/web/layout/Section.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { AskedToStopBanner, ConsentHistory } from "#domains/customers/consent/web/public.tsx";
import { customers } from "#domains/customers/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { MergedCustomers, PossibleDuplicates } from "#domains/duplicates/web/public.tsx";
import { CustomerAppointments } from "./CustomerAppointments.tsx";
import { CustomerFacts } from "./CustomerFacts.tsx";
import { CustomerHead } from "./CustomerHead.tsx";
import { CustomerNotFound } from "./CustomerNotFound.tsx";
import classes from "./CustomerScreen.module.css";
import { LastMessages } from "./LastMessages.tsx";
import { ListsOfCustomer } from "./ListsOfCustomer.tsx";
import { useFreshCustomer } from "./useFreshCustomer.ts";

const EditCustomerDialog = lazyDialog(() => import("#domains/customers/web/public.tsx"), "EditCustomerDialog");
const SendSmsDialog = lazyDialog(() => import("#domains/customers/web/public.tsx"), "SendSmsDialog");

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

  // Whoever was deleted or erased since is no longer shown from the cache.
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
          <LastMessages customer={customer} onText={() => setDialog("sms")} />
          <CustomerAppointments customer_id={id} />
        </div>
      </div>
      <EditCustomerDialog opened={dialog === "edit"} onClose={close} customer={customer} />
      <SendSmsDialog opened={dialog === "sms"} onClose={close} customer={customer} />
    </div>
  );
}
