import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useSearchParams } from "react-router";
import { useSend } from "#core/web/call/useSend.ts";
import { saveFile } from "#core/web/download.ts";
import type { BoardPeriod } from "#domains/leaderboard/contract.ts";
import { report } from "../contract.ts";

/** Saves all pages of the filtered table as a CSV file. */
export function ExportButton({ period }: { period: BoardPeriod }) {
  const [query] = useSearchParams();
  const save = useSend(report.export, {
    quiet: "success",
    onSuccess: ({ data }) => saveFile(data.file_name, data.csv, "text/csv;charset=utf-8"),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate({ body: { period, search: query.get("q") ?? "" } })}
    >
      Export
    </Button>
  );
}
