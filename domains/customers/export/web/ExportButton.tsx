import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useSearchParams } from "react-router";
import { followDownload } from "#core/web/download.ts";
import { useMay } from "#core/web/useMay.ts";
import { useSend } from "#core/web/useSend.ts";
import { customerExport } from "../contract.ts";

interface Props {
  /** The filters of the table; its search is in the address. */
  list_id: string;
  tag_id: string;
  optin_status: string;
}

/** Saves the customers that the table shows, all pages of them, as a CSV file. */
export function ExportButton({ list_id, tag_id, optin_status }: Props) {
  const [query] = useSearchParams();
  const may = useMay(customerExport.make);
  const make = useSend(customerExport.make, {
    quiet: "success",
    onSuccess: ({ data }) => followDownload(data.url),
  });
  if (!may) return null;
  const body = { list_id, tag_id, optin_status, search: query.get("q") ?? "" };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={make.isPending}
      onClick={() => make.mutate({ body })}
    >
      Export
    </Button>
  );
}
