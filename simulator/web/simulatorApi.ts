import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Envelope } from "#core/envelope.ts";
import type { FieldTexts } from "#core/failure.ts";
import { session } from "#core/web/session.ts";

/** What the simulator's server refused, in its words. */
export class Refused extends Error {
  readonly fields: FieldTexts;

  constructor(message: string, fields: FieldTexts) {
    super(message);
    this.fields = fields;
  }
}

async function ask<Data>(path: string, body?: object): Promise<Data> {
  const token = session.token();
  const headers: Record<string, string> = { accept: "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  if (body) headers["content-type"] = "application/json";
  const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  const answer = await fetch(`/simulator/api/${path}`, init).catch(() => {
    throw new Refused("The simulator can't be reached. Is Rooftop running?", {});
  });
  const envelope: Envelope | undefined = await answer.json().catch(() => undefined);
  if (!answer.ok || !envelope) throw refusalFrom(answer.status, envelope);
  return envelope.data as Data;
}

function refusalFrom(status: number, envelope: Envelope | undefined): Refused {
  if (status === 401 || status === 403) return new Refused("Please sign in as a super administrator, then reload.", {});
  const fields = status === 422 && envelope?.data ? (envelope.data as FieldTexts) : {};
  return new Refused(envelope?.message || "The simulator did not answer. Please try again.", fields);
}

/** What the server shows under a path, fresh every second. */
export function useLive<Data>(path: string) {
  return useQuery({
    queryKey: [path],
    queryFn: () => ask<Data>(path),
    refetchInterval: 1_000,
    placeholderData: keepPreviousData,
  });
}

/** Posts to a path, and looks at everything anew afterwards. */
export function usePost(path: string, onSuccess: () => void) {
  const queries = useQueryClient();
  return useMutation<unknown, Error, object>({
    mutationFn: (body) => ask(path, body),
    networkMode: "always",
    onSuccess: async () => {
      onSuccess();
      await queries.invalidateQueries();
    },
  });
}

/** The fields' texts of a failed post. */
export function fieldsOf(error: Error | null): FieldTexts {
  return error instanceof Refused ? error.fields : {};
}
