import { Button, type ButtonProps } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useSend } from "#core/web/call/useSend.ts";
import { followDownload } from "#core/web/download.ts";
import { Can } from "#core/web/session/Can.tsx";
import { uploads } from "../contract.ts";
import type { Upload } from "../fields.ts";

interface Props extends ButtonProps {
  upload: Upload;
}

/** Downloads the rejected rows with their reasons. */
export const RejectsButton = (props: Props) => (
  <RowsButton call={uploads.rejects} label="Download rejected rows" {...props} />
);

/** Downloads the rows that come in without one of their values. */
export const WarningsButton = (props: Props) => (
  <RowsButton call={uploads.warnings} label="Download rows with warnings" {...props} />
);

interface RowsButtonProps extends Props {
  call: typeof uploads.rejects | typeof uploads.warnings;
  label: string;
}

function RowsButton({ upload, call, label, ...button }: RowsButtonProps) {
  const fetchRows = useSend(call, {
    quiet: "success",
    onSuccess: ({ data }) => followDownload(data.url),
  });
  return (
    <Can use={call}>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        {...button}
        loading={fetchRows.isPending}
        onClick={() => fetchRows.mutate({ params: { id: upload.id } })}
      >
        {label}
      </Button>
    </Can>
  );
}
