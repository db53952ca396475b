import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Envelope } from "#core/envelope.ts";
import type { FieldErrors } from "#core/failure.ts";
import { session } from "#core/web/session/session.ts";

/** A failed API call, with the server's message, field errors and status; 0 when there was no answer. */
export class SimulatorError extends Error {
  readonly fields: FieldErrors;
  readonly status: number;

  constructor(message: string, fields: FieldErrors, status: number) {
    super(message);
    this.fields = fields;
    this.status = status;
  }
}

type ChangingMethod = "POST" | "PATCH" | "DELETE";

async function request<Data>(path: string, body?: object, method: ChangingMethod = "POST"): Promise<Data> {
  const token = session.token();
  const headers: Record<string, string> = { accept: "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  if (body) headers["content-type"] = "application/json";
  const init = body ? { method, headers, body: JSON.stringify(body) } : { headers };
  const response = await fetch(`/simulator/api/${path}`, init).catch(() => {
    throw new SimulatorError("The simulator can't be reached. Is Rooftop running?", {}, 0);
  });
  const envelope: Envelope | undefined = await response.json().catch(() => undefined);
  if (!response.ok || !envelope) throw toError(response.status, envelope);
  return envelope.data as Data;
}

function toError(status: number, envelope: Envelope | undefined): SimulatorError {
  if (status === 401 || status === 403)
    return new SimulatorError("Sign in as a super administrator, then reload.", {}, status);
  const fields = status === 422 && envelope?.data ? (envelope.data as FieldErrors) : {};
  return new SimulatorError(envelope?.message || "The simulator didn't respond. Try again.", fields, status);
}

/** The data at an API path, refetched every second. */
export function usePolledQuery<Data>(path: string) {
  return useQuery({
    queryKey: [path],
    queryFn: () => request<Data>(path),
    refetchInterval: 1_000,
    placeholderData: keepPreviousData,
  });
}

/** Posts to an API path, or changes or deletes what is there, then refetches everything. */
export function usePost(path: string, onSuccess: () => void, method: ChangingMethod = "POST") {
  const queryClient = useQueryClient();
  return useMutation<unknown, Error, object>({
    mutationFn: (body) => request(path, body, method),
    networkMode: "always",
    onSuccess: async () => {
      onSuccess();
      await queryClient.invalidateQueries();
    },
  });
}

export type SimulatorPost = ReturnType<typeof usePost>;

/** The field errors of a failed post. */
export function fieldErrorsOf(error: Error | null): FieldErrors {
  return error instanceof SimulatorError ? error.fields : {};
}
