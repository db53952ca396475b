import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Call } from "#core/call.ts";
import type { AnswerOf, CallError, Given } from "#core/client.ts";
import { api } from "./api.ts";

export interface CallOptions {
  /** False: wait, for example until something is chosen. */
  enabled?: boolean;
  /** Milliseconds for which an answer counts as fresh. */
  staleTime?: number;
  /** Milliseconds after which it is asked again by itself. */
  refetchInterval?: number;
  /** Shows the last answer while the next one, with other parameters, is on its way. */
  keepPrevious?: boolean;
}

/** The cache key of a call: every key of one call starts with its name. */
export function keyOf<C extends Call>(call: C, given: Given<C> = {}) {
  return [call.name, given.params ?? {}, given.body ?? {}] as const;
}

/** The whole answer of a call, envelope and all; screens mostly want `useCall`. */
export function useAnswer<C extends Call>(
  call: C,
  given: Omit<Given<C>, "signal"> = {},
  options: CallOptions = {},
): UseQueryResult<AnswerOf<C>, CallError> {
  const { keepPrevious, ...rest } = options;
  return useQuery<AnswerOf<C>, CallError>({
    queryKey: keyOf(call, given),
    queryFn: ({ signal }) => api(call, { ...given, signal }),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...rest,
  });
}

/** Asks a call and keeps its answer's `data`; types, path and cache key come from the contract. */
export function useCall<C extends Call>(
  call: C,
  given: Omit<Given<C>, "signal"> = {},
  options: CallOptions = {},
): UseQueryResult<AnswerOf<C>["data"], CallError> {
  const { keepPrevious, ...rest } = options;
  return useQuery<AnswerOf<C>, CallError, AnswerOf<C>["data"]>({
    queryKey: keyOf(call, given),
    queryFn: ({ signal }) => api(call, { ...given, signal }),
    select: (answer) => answer.data,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...rest,
  });
}
