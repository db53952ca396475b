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
export function RejectsButton({ upload, ...button }: Props) {
  const fetchRejects = useSend(uploads.rejects, {
    quiet: "success",
    onSuccess: ({ data }) => followDownload(data.url),
  });
  return (
    <Can use={uploads.rejects}>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        {...button}
        loading={fetchRejects.isPending}
        onClick={() => fetchRejects.mutate({ params: { id: upload.id } })}
      >
        Download rejected rows
      </Button>
    </Can>
  );
}
