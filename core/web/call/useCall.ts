import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Call } from "#core/call.ts";
import type { CallError, CallInput, EnvelopeOf } from "#core/client.ts";
import { api } from "./api.ts";

export interface CallOptions {
  /** False: wait, for example until something is selected. */
  enabled?: boolean;
  /** Milliseconds for which a response counts as fresh. */
  staleTime?: number;
  /** Milliseconds between automatic refetches. */
  refetchInterval?: number;
  /** Shows the previous response while one with other parameters loads. */
  keepPrevious?: boolean;
  /** "always": asks when the component mounts, however fresh the response is. */
  refetchOnMount?: "always";
}

/** The query key of a call; all keys of a call start with its name. */
export function queryKeyOf<C extends Call>(call: C, input: CallInput<C> = {}) {
  return [call.name, input.params ?? {}, input.body ?? {}] as const;
}

/** The whole envelope of a call; screens mostly want `useCall`. */
export function useCallEnvelope<C extends Call>(
  call: C,
  input: Omit<CallInput<C>, "signal"> = {},
  options: CallOptions = {},
): UseQueryResult<EnvelopeOf<C>, CallError> {
  const { keepPrevious, ...rest } = options;
  return useQuery<EnvelopeOf<C>, CallError>({
    queryKey: queryKeyOf(call, input),
    queryFn: ({ signal }) => api(call, { ...input, signal }),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...rest,
  });
}

/** Queries a call and returns its `data`; types, path and query key come from the contract. */
export function useCall<C extends Call>(
  call: C,
  input: Omit<CallInput<C>, "signal"> = {},
  options: CallOptions = {},
): UseQueryResult<EnvelopeOf<C>["data"], CallError> {
  const { keepPrevious, ...rest } = options;
  return useQuery<EnvelopeOf<C>, CallError, EnvelopeOf<C>["data"]>({
    queryKey: queryKeyOf(call, input),
    queryFn: ({ signal }) => api(call, { ...input, signal }),
    select: (answer) => answer.data,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...rest,
  });
}

/** What a form starts from, asked for when it opens: changes to what another screen left in the cache would be refused. */
export function useCallAfresh<C extends Call>(call: C, input: Omit<CallInput<C>, "signal"> = {}) {
  const options = { refetchOnMount: "always", staleTime: Number.POSITIVE_INFINITY } as const;
  const { data, isFetchedAfterMount, error, refetch } = useCall(call, input, options);
  return { data: isFetchedAfterMount ? data : undefined, error, refetch };
}
