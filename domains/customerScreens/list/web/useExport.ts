import { IconDownload } from "@tabler/icons-react";
import { useSearchParams } from "react-router";
import { useSend } from "#core/web/call/useSend.ts";
import { followDownload } from "#core/web/download.ts";
import type { ScreenCommand } from "#core/web/layout/screenCommands.ts";
import type { ConsentView } from "#domains/customers/consent/contract.ts";
import { customerExport } from "#domains/customers/contract.ts";
import type { CustomFilterInput } from "#domains/customers/custom/fields.ts";

interface Filters {
  /** The table's filters; its search term is read from the URL. */
  list_id: string;
  tag_id: string;
  consent: ConsentView | "";
  custom: CustomFilterInput | undefined;
}

/** The command that downloads all customers that match the table's filters as CSV. */
export function useExport({ list_id, tag_id, consent, custom }: Filters): ScreenCommand {
  const [query] = useSearchParams();
  const makeExport = useSend(customerExport.make, {
    quiet: "success",
    onSuccess: ({ data }) => followDownload(data.url),
  });
  const body = { list_id, tag_id, consent: consent || undefined, custom, search: query.get("q") ?? "" };
  return {
    label: "Export",
    icon: IconDownload,
    needs: customerExport.make,
    loading: makeExport.isPending,
    onClick: () => makeExport.mutate({ body }),
  };
}
