import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useSearchParams } from "react-router";
import { useCsvExport } from "#core/web/layout/useExportCommand.ts";
import type { BoardPeriod } from "#domains/leaderboard/contract.ts";
import { report } from "../contract.ts";

/** Saves all pages of the filtered table as a CSV file. */
export function ExportButton({ period }: { period: BoardPeriod }) {
  const [query] = useSearchParams();
  const save = useCsvExport(report.export);
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
