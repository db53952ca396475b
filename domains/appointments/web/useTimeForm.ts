import type { BodyInput, Call } from "#core/call.ts";
import { type SendInput, toastFailure, useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { type CallForm, type CallFormOptions, useCallForm } from "#core/web/form/useCallForm.ts";
import { isDoubtful } from "./MoveDialog.tsx";
import { appointmentTexts as texts } from "./texts.ts";

/** What the dialogs send about a doubtful time at first: they ask. */
export const unconfirmed = { confirmed: 0 as const };

/** The day's field is hidden while the time is now: what it holds isn't meant. */
export const withoutHiddenDay = <V extends { readonly timeType: string; readonly appointment_date: string }>(
  values: V,
): V => (values.timeType === "now" ? { ...values, appointment_date: "" } : values);

/** A form that saves a time, and asks before it takes one against which something speaks. Its values begin `unconfirmed`. */
export function useTimeForm<C extends Call, V extends Record<string, unknown> & BodyInput<C>>(
  call: C,
  options: CallFormOptions<C, V>,
): CallForm<V> {
  const { onSuccess, onFailure, ...rest } = options;
  const shared = rest.invalidates ? { invalidates: rest.invalidates } : {};
  const insist = useSend(call, { ...shared, ...(onSuccess && { onSuccess }) });
  return useCallForm(call, {
    ...rest,
    quiet: true,
    onSuccess: (answer, input) => {
      if (answer.message) toast.show(answer.status, answer.message);
      onSuccess?.(answer, input);
    },
    onFailure: (failure, input) => {
      if (!isDoubtful(failure)) {
        toastFailure(failure);
        return onFailure?.(failure, input);
      }
      const question = { title: texts.doubtTitle, text: failure.message, action: texts.saveAnyway };
      const confirmed = { ...input, body: { ...(input.body as object | undefined), confirmed: 1 } };
      void confirm(question).then((isMeant) => isMeant && insist.mutate(confirmed as SendInput<C>));
    },
  });
}
