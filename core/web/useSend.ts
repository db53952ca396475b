import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Call } from "#core/call.ts";
import type { AnswerOf, CallError, Given } from "#core/client.ts";
import { api, saidAlready } from "./api.ts";
import { toast } from "./toast.tsx";

export interface SendOptions<C extends Call> {
  /** Calls to refetch after a success. */
  refreshes?: readonly Call[];
  onSuccess?: (answer: AnswerOf<C>, input: Sent<C>) => void;
  onFailure?: (failure: CallError, input: Sent<C>) => void;
  /** True: no toasts. "success": only failures show one. */
  quiet?: boolean | "success";
}

export type Sent<C extends Call> = Omit<Given<C>, "signal">;

/** Shows a failure as toasts: each field's text, otherwise the message. */
export function sayFailure(failure: CallError): void {
  if (saidAlready(failure)) return;
  const texts = [...new Set(Object.values(failure.fields))];
  for (const text of texts.length > 0 ? texts : [failure.message]) toast.error(text);
}

/** Makes a call that changes something: `send.mutate({ params, body })`. Shows the result as a toast. */
export function useSend<C extends Call>(
  call: C,
  options: SendOptions<C> = {},
): UseMutationResult<AnswerOf<C>, CallError, Sent<C>> {
  const cache = useQueryClient();
  return useMutation<AnswerOf<C>, CallError, Sent<C>>({
    mutationFn: (input) => api(call, input),
    onSuccess: (answer, input) => {
      if (!options.quiet && answer.message) toast.of(answer.status, answer.message);
      for (const stale of options.refreshes ?? []) cache.invalidateQueries({ queryKey: [stale.name] });
      options.onSuccess?.(answer, input);
    },
    onError: (failure, input) => {
      if (options.quiet !== true) sayFailure(failure);
      options.onFailure?.(failure, input);
    },
  });
}
