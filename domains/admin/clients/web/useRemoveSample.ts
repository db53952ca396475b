import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { sampleDealership } from "#domains/admin/sample/contract.ts";
import { clients } from "../contract.ts";

/** Removes the sample dealership after a confirmation. */
export function useRemoveSample() {
  const remove = useSend(sampleDealership.remove, { invalidates: [clients.table, clients.one] });
  return async ({ id, company }: { readonly id: number; readonly company: string }) => {
    const isSure = await confirm({
      title: "Remove sample data?",
      text: `${company} goes with its people, customers, conversations and lists, and its sample sign-ins stop working. Your clients are not affected. This can't be undone.`,
      action: "Remove sample data",
      danger: true,
    });
    if (isSure) remove.mutate({ params: { id } });
  };
}
