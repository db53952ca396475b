import "@mantine/core/styles/SimpleGrid.layer.css";
import { Alert, Button, Group, Modal, NativeSelect, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import type { BodyInput } from "#core/call.ts";
import type { CallError } from "#core/client.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { appointmentCalendar, MoveRefusal } from "#domains/appointments/calendar/contract.ts";
import { localAfter, localOf } from "#domains/appointments/calendar/rules.ts";
import { type Appointment, appointments, firstDay, lastDay } from "../contract.ts";
import { calendarTexts as texts } from "./calendarTexts.ts";
import { lengthChoices, useHostChoices } from "./HostFields.tsx";
import { appointmentTexts as fieldTexts } from "./texts.ts";

/** Where an appointment was dropped, and why it could not stay there. */
export interface RefusedMove {
  readonly starts: string;
  readonly ends: string;
  /** Whom it was given to; omitted when that stays. */
  readonly host_id?: number | string | null | undefined;
  readonly failure: CallError;
}

interface Props {
  opened: boolean;
  onClose: () => void;
  appointment: Appointment;
  zone: string;
  refused?: RefusedMove | undefined;
  onMoved?: () => void;
}

const minutesBetween = (from: string, to: string) => (Date.parse(`${to}:00Z`) - Date.parse(`${from}:00Z`)) / 60_000;

function placeOf({ datetime, duration, host_id }: Appointment, zone: string, refused: RefusedMove | undefined) {
  const starts = refused?.starts ?? localOf(datetime, zone);
  const minutes = refused ? minutesBetween(refused.starts, refused.ends) : duration;
  return {
    day: starts.slice(0, 10),
    time: starts.slice(11),
    minutes,
    host: String((refused?.host_id === undefined ? host_id : refused.host_id) ?? ""),
  };
}

/** Moves an appointment by its fields: what dragging does, for keyboards, and for what couldn't be dropped. */
export function MoveDialog({ opened, onClose, appointment, zone, refused, onMoved }: Props) {
  const hosts = useHostChoices(appointment);
  const [place, setPlace] = useState(() => placeOf(appointment, zone, refused));
  const [failure, setFailure] = useState<CallError>();
  const move = useMove({
    onMoved: () => {
      onClose();
      onMoved?.();
    },
    onRefused: setFailure,
  });
  // Once an opening: what arrives meanwhile must not replace what is chosen.
  useEffect(() => {
    if (!opened) return;
    setPlace(placeOf(appointment, zone, refused));
    setFailure(refused?.failure);
  }, [opened, appointment, zone, refused]);

  const change = (part: Partial<typeof place>) => {
    setPlace({ ...place, ...part });
    setFailure(undefined);
  };
  const isAnyway = failure !== undefined && isDoubtful(failure);
  const submit = () => {
    const starts = `${place.day}T${place.time.slice(0, 5)}`;
    const isWhole = !Number.isNaN(Date.parse(`${starts}:00Z`));
    const ends = isWhole ? localAfter(starts, place.minutes) : "";
    const { id, version } = appointment;
    move.mutate({
      params: { id },
      body: { starts, ends, host_id: place.host, version, confirmed: isAnyway ? 1 : 0 },
    });
  };
  const fields: Record<string, string> = failure?.fields ?? {};
  return (
    <Modal opened={opened} onClose={onClose} title={texts.moveTitle}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          <div>
            {appointment.title} · {appointment.customer_name}
          </div>
          {failure && Object.keys(fields).length === 0 && (
            <Alert role="alert" color={isAnyway ? "yellow" : "red"}>
              {failure.message}
            </Alert>
          )}
          <SimpleGrid cols={2}>
            <TextInput
              type="date"
              label={texts.movedDay}
              min={firstDay}
              max={lastDay}
              data-autofocus
              value={place.day}
              onChange={({ currentTarget }) => change({ day: currentTarget.value })}
            />
            <TextInput
              type="time"
              label={texts.starts}
              step={900}
              value={place.time}
              error={fields.starts}
              onChange={({ currentTarget }) => change({ time: currentTarget.value })}
            />
          </SimpleGrid>
          <NativeSelect
            label={fieldTexts.length}
            data={lengthChoices(place.minutes)}
            value={String(place.minutes)}
            error={fields.ends}
            onChange={({ currentTarget }) => change({ minutes: Number(currentTarget.value) })}
          />
          <NativeSelect
            label={fieldTexts.host}
            data={hosts}
            value={place.host}
            error={fields.host_id}
            onChange={({ currentTarget }) => change({ host: currentTarget.value })}
          />
        </Stack>
        <Group justify="flex-end" mt="xl">
          <Button variant="default" onClick={onClose} disabled={move.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={move.isPending}>
            {isAnyway ? texts.moveAnyway : texts.move}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

const refreshes = [appointmentCalendar.view, appointments.table, appointments.counts];

interface MoveOutcomes {
  readonly onMoved?: () => void;
  readonly onRefused: (failure: CallError, asked: BodyInput<typeof appointmentCalendar.move>) => void;
}

/** Moves appointments; a success can be undone for ten seconds. */
export function useMove({ onMoved, onRefused }: MoveOutcomes) {
  const undo = useSend(appointmentCalendar.undoMove, { invalidates: refreshes });
  return useSend(appointmentCalendar.move, {
    invalidates: refreshes,
    quiet: true,
    onSuccess: ({ message, data: { version } }, { params }) => {
      toast.undo(message, () => undo.mutate({ params, body: { version } }));
      onMoved?.();
    },
    onFailure: (failure, { body }) => body && onRefused(failure, body),
  });
}

/** True when a refused time may be chosen all the same. */
export function isDoubtful({ data }: CallError): boolean {
  const refusal = z.safeParse(MoveRefusal, data);
  return refusal.success && refusal.data.reason === "doubtful";
}
