import { Alert } from "@mantine/core";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { customers } from "#domains/customers/contract.ts";
import { appointmentCalendar } from "../calendar/contract.ts";
import { appointments, type CustomerWithPhone } from "../contract.ts";
import { customTimeOf, nextHour } from "../rules.ts";
import { AppointmentFields } from "./AppointmentFields.tsx";
import { CustomerChoice, knownCustomerOf, noCustomer } from "./CustomerChoice.tsx";
import { HostFields } from "./HostFields.tsx";
import { appointmentTexts as texts } from "./texts.ts";
import { useConfirmation } from "./useConfirmation.tsx";
import { unconfirmed, useTimeForm, withoutHiddenDay } from "./useTimeForm.ts";

export interface CreateAppointmentProps {
  opened: boolean;
  onClose: () => void;
  /** Preselects the customer. */
  customer_id?: number | null;
  /** The local time that was chosen in the calendar: `2026-11-24T14:15`. */
  at?: string | null;
  /** Who receives the customer: the id of a member. */
  host?: string | null;
  /** For a customer who is there: what is filled in, and what one should know. */
  walkIn?: WalkIn | undefined;
  /** What was chosen before, and stays. */
  chosen?: Partial<Pick<ReturnType<typeof emptyDraft>, "title" | "type" | "duration" | "host_id">> | undefined;
  /** True: it doesn't lead to the list. */
  staysHere?: boolean;
}

export interface WalkIn {
  readonly host_id: string;
  /** When someone is free, in local time; omitted: now. */
  readonly at?: string;
  /** Empty: nothing. */
  readonly note: string;
}

const isLocalTime = (at: string | null): at is string => /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(at ?? "");

const times = [
  { value: "now", label: "Now" },
  { value: "custom", label: "Custom" },
] as const;

function emptyDraft(
  customer_id: number | null,
  zone: string | undefined,
  at: string | null,
  host: string | null,
  now: Date,
) {
  return {
    title: "",
    type: "0",
    ...noCustomer,
    customer_id,
    timeType: "custom" as "now" | "custom",
    ...(isLocalTime(at) ? customTimeOf(new Date(`${at}:00Z`), "UTC") : nextHour(now, zone ?? "UTC")),
    duration: "30",
    host_id: /^\d+$/.test(host ?? "") ? (host ?? "") : "",
    place: "",
    notes: "",
    ...unconfirmed,
  };
}

const walkInDraft = ({ host_id, at }: WalkIn) => ({
  title: texts.walkIn,
  timeType: at ? ("custom" as const) : ("now" as const),
  host_id,
});

/** Creates an appointment; one that wasn't begun in a calendar leads to the list. */
export function CreateAppointmentDialog({
  opened,
  onClose,
  customer_id = null,
  at = null,
  host = null,
  walkIn,
  chosen,
  staysHere = false,
}: CreateAppointmentProps) {
  const zone = useTimeZone();
  const navigate = useNavigate();
  const time = walkIn?.at ?? at;
  const [known, setKnown] = useState<CustomerWithPhone>();
  // The checkbox asks about whom the form has chosen.
  const [chosenCustomer, setChosenCustomer] = useState(customer_id);
  const confirmation = useConfirmation(chosenCustomer, opened);
  const add = useTimeForm(appointments.add, {
    initialValues: emptyDraft(customer_id, zone, time, host, new Date()),
    toBody: (values) => ({ ...withoutHiddenDay(values), confirms_by_text: confirmation.isOn ? 1 : 0 }),
    invalidates: [appointments.table, appointments.counts, appointmentCalendar.view, customers.table],
    onFailure: (failure) => setKnown(knownCustomerOf(failure)),
    onSuccess: () => {
      onClose();
      if (!at && !walkIn && !staysHere) navigate("/appointments");
    },
  });

  const current = add.form.values.customer_id;
  useEffect(() => setChosenCustomer(current), [current]);
  const { reset } = confirmation;
  const onOpen = () => {
    setKnown(undefined);
    reset();
  };
  const begun = { ...chosen, ...(walkIn && walkInDraft(walkIn)) };
  const fill = (openedAt: Date) => ({ ...emptyDraft(customer_id, zone, time, host, openedAt), ...begun });
  useFilledForm(add.form, opened, fill, { onOpen });

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={walkIn ? texts.walkIn : "Create an appointment"}
      action="Create"
      form={add}
    >
      {walkIn?.note && (
        <Alert color="yellow" role="status">
          {walkIn.note}
        </Alert>
      )}
      <AppointmentFields
        form={add.form}
        times={times}
        customer={<CustomerChoice form={add.form} known={known} onKnown={setKnown} />}
      />
      <HostFields form={add.form} />
      {add.form.values.timeType === "custom" && confirmation.field}
    </FormDialog>
  );
}
