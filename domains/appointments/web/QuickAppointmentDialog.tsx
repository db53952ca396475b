import { Button, Modal, NativeSelect, Skeleton } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { useTime, useTimeZone } from "#core/web/time/useTime.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { appointmentCalendar } from "../calendar/contract.ts";
import { localOf } from "../calendar/rules.ts";
import { appointmentEvents, appointments } from "../contract.ts";
import { quickAppointments as quick } from "../quick/contract.ts";
import { clockOf, customTimeOf, dayAfter, dayOf } from "../rules.ts";
import { CreateAppointmentDialog } from "./CreateAppointmentDialog.tsx";
import { useHostChoices } from "./HostFields.tsx";
import classes from "./QuickAppointmentDialog.module.css";
import { quickTexts as texts } from "./texts.ts";
import { useConfirmation } from "./useConfirmation.tsx";

/** What appointments are for, with how long they take; 1: by phone or video. */
const presets = [
  { title: texts.presets.testDrive, duration: 45, type: 0 },
  { title: texts.presets.visit, duration: 30, type: 0 },
  { title: texts.presets.service, duration: 60, type: 0 },
  { title: texts.presets.delivery, duration: 60, type: 0 },
  { title: texts.presets.video, duration: 30, type: 1 },
] as const;

export interface QuickAppointmentProps {
  opened: boolean;
  onClose: () => void;
  customer_id: number;
}

const refreshes = [appointments.table, appointments.counts, appointmentCalendar.view, quick.freeTimes];

/** Books a customer's appointment with one more press: what it is for is chosen, and the host's free times are buttons. */
export function QuickAppointmentDialog({ opened, onClose, customer_id }: QuickAppointmentProps) {
  const me = useProfile().data?.id;
  const [preset, setPreset] = useState<(typeof presets)[number]>(presets[0]);
  const [chosenHost, setHost] = useState<string>();
  const [isMore, setMore] = useState(false);
  const host_id = chosenHost ?? (me === undefined ? "" : String(me));
  const confirmation = useConfirmation(customer_id, opened);
  const { reset } = confirmation;
  const resetConfirmation = useRef(reset);
  resetConfirmation.current = reset;
  useEffect(() => {
    if (!opened) return;
    setPreset(presets[0]);
    setHost(undefined);
    resetConfirmation.current();
  }, [opened]);
  const chosen = { title: preset.title, duration: String(preset.duration), type: String(preset.type), host_id };
  return (
    <>
      <Modal opened={opened} onClose={onClose} title={texts.title} size="md">
        <div className={classes.dialog}>
          <Arrows className={classes.choices} label={texts.what}>
            {presets.map((one) => (
              <Button
                key={one.title}
                size="sm"
                variant={one === preset ? "filled" : "default"}
                aria-pressed={one === preset}
                onClick={() => setPreset(one)}
              >
                {one.title}
              </Button>
            ))}
          </Arrows>
          <HostSelect value={host_id} onChange={setHost} />
          {opened && me !== undefined && (
            <FreeTimes
              preset={preset}
              host_id={host_id}
              customer_id={customer_id}
              isConfirmed={confirmation.isOn}
              onBooked={onClose}
            />
          )}
          {confirmation.field}
          <div className={classes.foot}>
            <InfoTooltip about={texts.title}>{texts.about}</InfoTooltip>
            <Button
              variant="subtle"
              onClick={() => {
                onClose();
                setMore(true);
              }}
            >
              {texts.more}
            </Button>
          </div>
        </div>
      </Modal>
      <CreateAppointmentDialog
        opened={isMore}
        onClose={() => setMore(false)}
        customer_id={customer_id}
        chosen={chosen}
        staysHere
      />
    </>
  );
}

function HostSelect({ value, onChange }: { value: string; onChange: (host: string) => void }) {
  const hosts = useHostChoices();
  return (
    <NativeSelect
      label={texts.host}
      data={hosts}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface FreeTimesProps {
  preset: (typeof presets)[number];
  host_id: string;
  customer_id: number;
  /** The customer is texted the time. */
  isConfirmed: boolean;
  onBooked: () => void;
}

function FreeTimes({ preset, host_id, customer_id, isConfirmed, onBooked }: FreeTimesProps) {
  const time = useTime();
  const zone = useTimeZone() ?? "UTC";
  const { title, duration, type } = preset;
  useFreshCalls([quick.freeTimes], appointmentEvents.changed, { inBursts: true });
  const { data, error, refetch } = useCall(quick.freeTimes, { body: { host_id, duration, customer_id } });
  const takeBack = useSend(quick.takeBack, { invalidates: refreshes });
  const add = useSend(appointments.add, {
    quiet: "success",
    invalidates: refreshes,
    onFailure: () => void refetch(),
    onSuccess: ({ data: { id } }, { body }) => {
      onBooked();
      const { title } = body as { title: string };
      const at = bookedAt.current;
      toast.undo(texts.booked(title, at), () => takeBack.mutate({ params: { id } }));
    },
  });
  const bookedAt = useRef("");
  const first = useRef<HTMLDivElement>(null);
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded) first.current?.querySelector("button")?.focus();
  }, [isLoaded]);
  const book = (at: string) => {
    if (add.isPending) return;
    bookedAt.current = time.dateTime(at);
    const when = { timeType: "custom" as const, ...customTimeOf(new Date(at), zone) };
    const what = { title, type, customer_id, notes: "", duration, host_id };
    const confirms_by_text = isConfirmed ? 1 : 0;
    add.mutate({ body: { ...what, confirmed: 0, confirms_by_text, ...when } });
  };
  if (error && !data) return <LoadFailure failure={error} retry={refetch} title={texts.failed} />;
  if (!data) return <Skeleton height={148} role="status" aria-label={texts.loading} />;
  if (data.days.length === 0) return <p className={classes.none}>{texts.none}</p>;
  const today = dayOf(new Date(), zone);
  return (
    <div ref={first}>
      <Arrows label={texts.times}>
        {data.days.map(({ day, times }) => (
          <section key={day} className={classes.day}>
            <h3>{dayName(day, today, time.day(`${day}T12:00:00Z`))}</h3>
            <div className={classes.times}>
              {times.map((at) => (
                <Button
                  key={at}
                  variant="default"
                  disabled={add.isPending}
                  aria-label={texts.book(time.day(at), clockOf(at, zone))}
                  data-local={localOf(at, zone)}
                  onClick={() => book(at)}
                >
                  {clockOf(at, zone)}
                </Button>
              ))}
            </div>
          </section>
        ))}
      </Arrows>
    </div>
  );
}

const dayName = (day: string, today: string, name: string) =>
  day === today ? texts.today : day === dayAfter(today) ? texts.tomorrow : name;

interface ArrowsProps {
  label: string;
  className?: string | undefined;
  children: React.ReactNode;
}

/** Buttons between which the arrow keys go. */
function Arrows({ label, className, children }: ArrowsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("button:enabled")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    event.preventDefault();
    buttons[Math.min(buttons.length - 1, Math.max(0, at + by))]?.focus();
  };
  return (
    <div role="toolbar" aria-label={label} className={className} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}
