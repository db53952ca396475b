import { useSend } from "#core/web/call/useSend.ts";
import { reviewConnections } from "../contract.ts";

/** Leads to the site, which asks for consent and sends the owner back. */
export function useConnect(id: number) {
  const begin = useSend(reviewConnections.begin, { onSuccess: ({ data }) => window.location.assign(data.url) });
  return { connect: () => begin.mutate({ params: { id } }), isLeaving: begin.isPending || begin.isSuccess };
}
