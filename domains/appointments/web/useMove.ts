import * as z from "zod/mini";
import type { BodyInput } from "#core/call.ts";
import type { CallError } from "#core/client.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { appointmentCalendar, MoveRefusal } from "../calendar/contract.ts";
import { appointments } from "../contract.ts";

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
