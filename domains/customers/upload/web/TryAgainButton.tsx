import { Button, type ButtonProps } from "@mantine/core";
import { useSend } from "#core/web/call/useSend.ts";
import { Can } from "#core/web/session/Can.tsx";
import { uploads } from "../contract.ts";
import type { Upload } from "../fields.ts";

interface Props extends ButtonProps {
  upload: Upload;
}

/** Restarts a failed import with the same options. */
export function TryAgainButton({ upload, ...button }: Props) {
  const { id, known, consent_words } = upload;
  const start = useSend(uploads.copyFromTemp, { invalidates: [uploads.one, uploads.list] });
  return (
    <Can use={uploads.copyFromTemp}>
      <Button
        {...button}
        loading={start.isPending}
        onClick={() => start.mutate({ body: { upload_id: id, known, consent: consent_words ? 1 : 0, ...sameList } })}
      >
        Try again
      </Button>
    </Can>
  );
}

/** Left out, so that the server keeps the list chosen before. */
const sameList = { list_id: undefined, list_title: undefined };
