import { Button, FileInput, Group, Modal, NativeSelect, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { CallError, EnvelopeOf } from "#core/client.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { formatInstant, useTime } from "#core/web/time/useTime.ts";
import { reviews } from "#domains/reputation/reviews/contract.ts";
import { reviewImports } from "../contract.ts";
import classes from "./ImportReviewsDialog.module.css";
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

type Preview = EnvelopeOf<typeof reviewImports.preview>["data"];
/** The beginning of what will be added is enough to see whether the columns are right. */
const shown = 5;

/** What a file would add, and what in it can't be read. */
function ImportPreview({ preview }: { preview: Preview }) {
  const { rows_added, rows_known, rows_rejected, added, rejected } = preview;
  return (
    <section aria-label={texts.read} aria-live="polite">
      <Text fw={600}>{rows_added === 0 ? texts.nothing : texts.willAdd(rows_added)}</Text>
      {rows_known > 0 && <Text size="sm">{texts.known(rows_known)}</Text>}
      {rows_added > 0 && (
        <>
          <div className={classes.scroller}>
            <table className={classes.rows}>
              <thead>
                <tr>
                  <th scope="col">{texts.columns.date}</th>
                  <th scope="col">{texts.columns.site}</th>
                  <th scope="col">{texts.columns.author}</th>
                  <th scope="col">{texts.columns.rating}</th>
                </tr>
              </thead>
              <tbody>
                {added.slice(0, shown).map((review) => (
                  <tr key={review.row}>
                    <td>{formatInstant(`${review.published_on}T12:00:00Z`, "date", "UTC")}</td>
                    <td>{review.site}</td>
                    <td dir="auto">{review.author || texts.anonymous}</td>
                    <td>{opinionText(review)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {rows_added > shown && <Text size="sm">{texts.andMore(rows_added - shown)}</Text>}
          <Text size="sm" c="dimmed">
            {texts.settled}
          </Text>
        </>
      )}
      {rows_rejected > 0 && (
        <>
          <Text fw={600} mt="sm">
            {texts.rejected(rows_rejected)}
          </Text>
          <div className={classes.scroller}>
            <table className={classes.rows}>
              <thead>
                <tr>
                  <th scope="col">{texts.row}</th>
                  <th scope="col">{texts.reason}</th>
                </tr>
              </thead>
              <tbody>
                {rejected.map(({ row, reason }) => (
                  <tr key={row}>
                    <td>{row}</td>
                    <td dir="auto">{reason}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {rows_rejected > rejected.length && <Text size="sm">{texts.andMore(rows_rejected - rejected.length)}</Text>}
        </>
      )}
    </section>
  );
}

function opinionText({ rating, recommends }: Preview["added"][number]): string {
  if (rating !== null) return texts.stars(rating);
  return recommends === 1 ? texts.recommends : texts.doesNotRecommend;
}

/** The location's earlier imports, each of which can be undone for a while. */
function EarlierImports({ onUndo }: { onUndo: (id: number) => void }) {
  const time = useTime();
  const imports = useCall(reviewImports.list).data?.imports ?? [];
  if (imports.length === 0) return null;
  const ask = async (id: number) => {
    const question = { title: texts.undoTitle, text: texts.undoText, action: texts.undo, danger: true };
    if (await confirm(question)) onUndo(id);
  };
  return (
    <section aria-label={texts.earlier}>
      <Text fw={600}>{texts.earlier}</Text>
      <ul className={classes.earlier}>
        {imports.map(({ id, file_name, imported_by, imported_at, rows_added, undone_at, can_undo }) => (
          <li key={id}>
            <span dir="auto">
              {texts.done(file_name, rows_added, time.date(imported_at))}
              <Text size="xs" c="dimmed">
                {undone_at === null ? texts.by(imported_by) : texts.undone}
              </Text>
            </span>
            {can_undo === 1 && (
              <Button variant="default" size="compact-sm" onClick={() => void ask(id)}>
                {texts.undo}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
