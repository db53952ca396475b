import { IconDownload } from "@tabler/icons-react";
import type { BodyInput, Call } from "#core/call.ts";
import type { CsvFile } from "#core/fields.ts";
import { useSend } from "../call/useSend.ts";
import { saveFile } from "../download.ts";
import type { ScreenCommand } from "./screenCommands.ts";

/** A call that answers with a CSV file. */
export type CsvCall = Call & { readonly data: typeof CsvFile };

/** Saves what a call answers as a file. */
export const useCsvExport = (call: CsvCall) =>
  useSend(call, {
    quiet: "success",
    onSuccess: ({ data }) => saveFile(data.file_name, data.csv, "text/csv;charset=utf-8"),
  });

/** The screen's command that saves its rows as a CSV file. */
export function useExportCommand<C extends CsvCall>(call: C, body: BodyInput<C>): ScreenCommand {
  const save = useCsvExport(call);
  return {
    label: "Export as CSV",
    icon: IconDownload,
    needs: call,
    loading: save.isPending,
    onClick: () => save.mutate({ body }),
  };
}
