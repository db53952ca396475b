import { type QueryClient, type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { Call } from "#core/call.ts";
import type { CallError, CallInput, EnvelopeOf } from "#core/client.ts";
import { toast } from "../feedback/toast.tsx";
import { api, isAlreadyReported } from "./api.ts";
import { createInFlight } from "./inFlight.ts";

export interface SendOptions<C extends Call> {
  /** Calls to refetch after a success. */
  invalidates?: readonly Call[];
  /** Changes what is cached after a success, before the rest is refetched: `forgetRows`, `restoreRows`. */
  updates?: (cache: QueryClient, input: SendInput<C>) => unknown;
  onSuccess?: (answer: EnvelopeOf<C>, input: SendInput<C>) => void;
  onFailure?: (failure: CallError, input: SendInput<C>) => void;
  /** True: no toasts. "success": only failures show one. */
  quiet?: boolean | "success";
}

export type SendInput<C extends Call> = Omit<CallInput<C>, "signal">;

/** Shows a failure as toasts: each field's text, otherwise the message. */
export function toastFailure(failure: CallError): void {
  if (isAlreadyReported(failure)) return;
  const texts = [...new Set(Object.values(failure.fields))];
  for (const text of texts.length > 0 ? texts : [failure.message]) toast.error(text);
}

/**
 * Makes a call that changes something: `send.mutate({ params, body })`. Shows the result as a toast. The same request isn't
 * sent again while it is under way, as a double click would.
 */
export function useSend<C extends Call>(
  call: C,
  options: SendOptions<C> = {},
): UseMutationResult<EnvelopeOf<C>, CallError, SendInput<C>> {
  const cache = useQueryClient();
  const [inFlight] = useState(createInFlight);
  const mutation = useMutation<EnvelopeOf<C>, CallError, SendInput<C>>({
    mutationFn: (input) => api(call, input).finally(() => inFlight.end(input)),
    onSuccess: (answer, input) => {
      if (!options.quiet && answer.message) toast.show(answer.status, answer.message);
      options.updates?.(cache, input);
      for (const stale of options.invalidates ?? []) cache.invalidateQueries({ queryKey: [stale.name] });
      options.onSuccess?.(answer, input);
    },
    onError: (failure, input) => {
      if (options.quiet !== true) toastFailure(failure);
      options.onFailure?.(failure, input);
    },
  });
  const { mutate } = mutation;
  const mutateOnce = useCallback<typeof mutate>(
    (input, callbacks) => {
      // Files can't be compared: two of them may be on their way at the same time.
      if (input.files !== undefined || inFlight.begin(input)) mutate(input, callbacks);
    },
    [inFlight, mutate],
  );
  return { ...mutation, mutate: mutateOnce };
}
