import { IconDownload } from "@tabler/icons-react";
import { useSearchParams } from "react-router";
import type { BodyInput } from "#core/call.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { followDownload } from "#core/web/download.ts";
import type { ScreenCommand } from "#core/web/layout/screenCommands.ts";
import { customerExport } from "#domains/customers/contract.ts";
import { customerTexts as texts } from "./texts.ts";

/** The commands that download all customers that match the table's filters as CSV, without and with their leads. */
export function useExport(filters: BodyInput<typeof customerExport.make>): ScreenCommand[] {
  const [query] = useSearchParams();
  const makeExport = useSend(customerExport.make, {
    quiet: "success",
    onSuccess: ({ data }) => followDownload(data.url),
  });
  const body = { ...filters, search: query.get("q") ?? "" };
  const command = { icon: IconDownload, needs: customerExport.make, loading: makeExport.isPending };
  return [
    { ...command, label: texts.export, onClick: () => makeExport.mutate({ body }) },
    { ...command, label: texts.exportWithLeads, onClick: () => makeExport.mutate({ body: { ...body, with_lead: 1 } }) },
  ];
}
