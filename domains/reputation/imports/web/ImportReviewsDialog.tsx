import { Button, FileInput, Group, Modal, NativeSelect, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { CallError, EnvelopeOf } from "#core/client.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { reviews } from "../../reviews/contract.ts";
import { reviewImports } from "../contract.ts";
import { EarlierImports } from "./EarlierImports.tsx";
import { ImportPreview } from "./ImportPreview.tsx";
import { reviewImportTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  sites: readonly { id: number; title: string }[];
}

/** Imports reviews from a file: chosen, looked at, then added as a whole. */
export function ImportReviewsDialog({ opened, onClose, sites }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [site_id, setSite] = useState("");
  const [errors, setErrors] = useState<CallError["fields"]>({});
  const [preview, setPreview] = useState<EnvelopeOf<typeof reviewImports.preview>["data"]>();
  const onFailure = (failure: CallError) => setErrors(failure.fields);
  const read = useSend(reviewImports.preview, {
    quiet: "success",
    onSuccess: ({ data }) => setPreview(data),
    onFailure,
  });
  const refreshed = [reviews.table, reviews.overview, reviewImports.list];
  const undo = useSend(reviewImports.undo, { invalidates: refreshed });
  const start = useSend(reviewImports.start, {
    quiet: "success",
    invalidates: refreshed,
    onFailure,
    onSuccess: ({ data: { id }, message }) => {
      toast.undo(message, () => undo.mutate({ params: { id } }));
      onClose();
    },
  });
  const input = { body: { site_id }, files: { reviews_file: file } };
  const change = () => {
    setPreview(undefined);
    setErrors({});
  };
  return (
    <Modal opened={opened} onClose={onClose} title={texts.title} size="xl">
      <Stack gap="md">
        <Text size="sm">{texts.about}</Text>
        <FileInput
          label={texts.file}
          placeholder={texts.fileHint}
          accept=".csv,text/csv"
          data-autofocus
          value={file}
          error={errors.reviews_file}
          onChange={(chosen) => {
            setFile(chosen);
            change();
          }}
        />
        <NativeSelect
          label={texts.site}
          value={site_id}
          error={errors.site_id}
          data={[
            { value: "", label: texts.noSite },
            ...sites.map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
          onChange={({ currentTarget }) => {
            setSite(currentTarget.value);
            change();
          }}
        />
        {preview && <ImportPreview preview={preview} />}
        <Group justify="flex-end">
          {!preview && (
            <Button disabled={!file} loading={read.isPending} onClick={() => read.mutate(input)}>
              {texts.read}
            </Button>
          )}
          {preview && preview.rows_added > 0 && (
            <Button loading={start.isPending} onClick={() => start.mutate(input)}>
              {texts.start(preview.rows_added)}
            </Button>
          )}
        </Group>
        <EarlierImports onUndo={(id) => undo.mutate({ params: { id } })} />
      </Stack>
    </Modal>
  );
}
