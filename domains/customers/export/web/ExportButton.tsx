import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useSearchParams } from "react-router";
import { useSend } from "#core/web/call/useSend.ts";
import { followDownload } from "#core/web/download.ts";
import { useCan } from "#core/web/session/useCan.ts";
import type { ConsentView } from "#domains/customers/consent/contract.ts";
import { customerExport } from "../contract.ts";

interface Props {
  /** The table's filters; its search term is read from the URL. */
  list_id: string;
  tag_id: string;
  consent: ConsentView | "";
}

/** Downloads all customers that match the table's filters as CSV. */
export function ExportButton({ list_id, tag_id, consent }: Props) {
  const [query] = useSearchParams();
  const canExport = useCan(customerExport.make);
  const makeExport = useSend(customerExport.make, {
    quiet: "success",
    onSuccess: ({ data }) => followDownload(data.url),
  });
  if (!canExport) return null;
  const body = { list_id, tag_id, consent: consent || undefined, search: query.get("q") ?? "" };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={makeExport.isPending}
      onClick={() => makeExport.mutate({ body })}
    >
      Export
    </Button>
  );
}
