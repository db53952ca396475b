import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Call } from "#core/call.ts";
import type { AnswerOf, CallError, Given } from "#core/client.ts";
import { api, saidAlready } from "./api.ts";
import { toast } from "./toast.tsx";

export interface SendOptions<C extends Call> {
  /** Calls whose answers are asked again after a success. */
  refreshes?: readonly Call[];
  onSuccess?: (answer: AnswerOf<C>, given: Sent<C>) => void;
  onFailure?: (failure: CallError, given: Sent<C>) => void;
  /** True: no toast at all. "success": failures are still said. */
  quiet?: boolean | "success";
}

export type Sent<C extends Call> = Omit<Given<C>, "signal">;

/** Says a failure: each text of the wrong fields, otherwise the message. */
export function sayFailure(failure: CallError): void {
  if (saidAlready(failure)) return;
  const texts = [...new Set(Object.values(failure.fields))];
  for (const text of texts.length > 0 ? texts : [failure.message]) toast.error(text);
}

/** Sends a call that changes something: `send.mutate({ params, body })`. Says how it went as a toast. */
export function useSend<C extends Call>(
  call: C,
  options: SendOptions<C> = {},
): UseMutationResult<AnswerOf<C>, CallError, Sent<C>> {
  const cache = useQueryClient();
  return useMutation<AnswerOf<C>, CallError, Sent<C>>({
    mutationFn: (given) => api(call, given),
    onSuccess: (answer, given) => {
      if (!options.quiet && answer.message) toast.of(answer.status, answer.message);
      for (const stale of options.refreshes ?? []) cache.invalidateQueries({ queryKey: [stale.name] });
      options.onSuccess?.(answer, given);
    },
    onError: (failure, given) => {
      if (options.quiet !== true) sayFailure(failure);
      options.onFailure?.(failure, given);
    },
  });
}
