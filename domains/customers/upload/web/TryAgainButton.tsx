import { Button, type ButtonProps } from "@mantine/core";
import { May } from "#core/web/May.tsx";
import { useSend } from "#core/web/useSend.ts";
import { type Upload, uploads } from "../contract.ts";

interface Props extends ButtonProps {
  upload: Upload;
}

/** Restarts a failed import with the same options. */
export function TryAgainButton({ upload, ...button }: Props) {
  const { id, known, consent_words } = upload;
  const start = useSend(uploads.copyFromTemp, { refreshes: [uploads.one, uploads.list] });
  return (
    <May use={uploads.copyFromTemp}>
      <Button
        {...button}
        loading={start.isPending}
        onClick={() => start.mutate({ body: { upload_id: id, known, consent: consent_words ? 1 : 0, ...sameList } })}
      >
        Try again
      </Button>
    </May>
  );
}

/** Left out, so that the server keeps the list chosen before. */
const sameList = { list_id: undefined, list_title: undefined };
