import "@mantine/core/styles/Table.layer.css";
import { Alert, Button, type ButtonProps, Table, Text } from "@mantine/core";
import { IconAlertTriangle, IconArrowBackUp } from "@tabler/icons-react";
import { countText } from "#core/count.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { uploads } from "../contract.ts";
import type { Upload } from "../fields.ts";
import classes from "./ImportResult.module.css";
import { RejectsButton, WarningsButton } from "./RejectsButton.tsx";
import { StepFrame, UploadProgressBar } from "./StepFrame.tsx";
import { pluralize, resultParts, undoneText, uploadName } from "./uploadTexts.ts";
import type { AskConfirmation } from "./useUploadFlow.ts";

interface Props {
  upload: Upload;
  ask: AskConfirmation;
  onEarlier: () => void;
  onAgain: () => void;
  onClose: () => void;
  onRead: (upload: Upload) => void;
}

const titles: Partial<Record<Upload["state"], string>> = {
  done: "The import is done",
  failed: "The import failed",
  undone: "The import was undone",
  discarded: "The upload was discarded",
};

/** An import's results, with a button to undo it. */
export function ImportResult({ upload, ask, onEarlier, onAgain, onClose, onRead }: Props) {
  const { state, counts, list_title, has_rows } = upload;
  const time = useTime();
  const undo = useSend(uploads.undo, {
    invalidates: [uploads.one, uploads.list],
    onSuccess: ({ data }) => onRead(data),
  });
  const askToUndo = async () => {
    const confirmed = await ask({
      title: "Undo the import",
      text: undoWarning,
      action: "Undo the import",
      danger: true,
    });
    if (confirmed) undo.mutate({ params: { id: upload.id } });
  };
  const hasRejects = has_rows && counts.rejected + counts.duplicate > 0;

  return (
    <StepFrame
      title={titles[state] ?? ""}
      back={
        <Button variant="subtle" onClick={onEarlier}>
          Earlier uploads
        </Button>
      }
      next={
        <>
          <Can use={uploads.copyFromTemp}>
            <Button variant="default" onClick={onAgain}>
              Upload more
            </Button>
          </Can>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <Text size="sm">
        {uploadName(upload)}, uploaded by {upload.created_by} on {time.dateTime(upload.created_at)}.
        {state === "done" && list_title && ` The customers are in the list ${list_title}.`}
      </Text>
      {upload.error && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={failureTitles[state] ?? ""}>
          {upload.error}
        </Alert>
      )}
      {state === "undone" && <Text size="sm">{undoneText(upload)}</Text>}
      {(state === "done" || state === "undone") && <ResultTable counts={counts} isUndone={state === "undone"} />}
      {state === "done" && <Facts upload={upload} />}
      <div>
        {state === "failed" && has_rows && <TryAgainButton upload={upload} mr="sm" mb="xs" />}
        {hasRejects && <RejectsButton upload={upload} mr="sm" mb="xs" />}
        {has_rows && counts.warned > 0 && <WarningsButton upload={upload} mr="sm" mb="xs" />}
        {upload.undo_until && (
          <Can use={uploads.undo}>
            <Button
              variant="default"
              mb="xs"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              loading={undo.isPending}
              onClick={askToUndo}
            >
              Undo the import
            </Button>
          </Can>
        )}
        {upload.undo_until && (
          <Text size="sm" c="dimmed">
            You can undo this until {time.dateTime(upload.undo_until)}.
          </Text>
        )}
      </div>
    </StepFrame>
  );
}

const failureTitles: Partial<Record<Upload["state"], string>> = {
  failed: "Nothing was imported",
  done: "The import was not undone",
};

const undoWarning =
  "Customers added by this import are deleted, unless someone texted, booked or changed them since. Leads it added are deleted, unless someone worked on them. Updated customers go back to what they were, unless changed since. Consent recorded with it is withdrawn; opt-outs stay.";

function Facts({ upload: { counts } }: { upload: Upload }) {
  const facts = [
    counts.leads_added > 0 && `${pluralize(counts.leads_added, "lead")} added.`,
    counts.leads_joined > 0 && `${pluralize(counts.leads_joined, "row")} named a lead you already have.`,
    counts.attested > 0 && `Consent was recorded for ${pluralize(counts.attested, "phone")}.`,
    counts.warned > 0 && `${pluralize(counts.warned, "row")} imported without a value that can't be used.`,
    counts.opted_out > 0 && `Opt-outs in the file were recorded: ${pluralize(counts.opted_out, "row")}.`,
    counts.suppressed > 0 && `${pluralize(counts.suppressed, "phone")} among them opted out and still can't be texted.`,
  ].filter((fact) => fact !== false);
  return facts.map((fact) => (
    <Text size="sm" key={fact}>
      {fact}
    </Text>
  ));
}

/** The outcomes of the file's rows, with their total. */
function ResultTable({ counts, isUndone }: { counts: Upload["counts"]; isUndone: boolean }) {
  return (
    <Table withTableBorder maw="28rem" aria-label={isUndone ? "What the import had done" : "What the import did"}>
      <Table.Tbody>
        {resultParts(counts).map(({ label, value }) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" fw={400}>
              {label}
            </Table.Th>
            <Table.Td ta="right">{countText(value)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot className={classes.sum}>
        <Table.Tr>
          <Table.Th scope="row">Rows in the file</Table.Th>
          <Table.Th ta="right">{countText(counts.total)}</Table.Th>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}

interface TryAgainButtonProps extends ButtonProps {
  upload: Upload;
}

/** Restarts a failed import with the same options. */
function TryAgainButton({ upload, ...button }: TryAgainButtonProps) {
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

/** Omitted, so that the server keeps the list chosen before. */
const sameList = { list_id: undefined, list_title: undefined };

/** Progress of an import or undo, which continues in the background. */
export function ImportProgress({ upload, onClose }: { upload: Upload; onClose: () => void }) {
  const isUndo = upload.state === "undoing";
  return (
    <StepFrame
      title={isUndo ? "The import is being undone" : "Import in progress"}
      next={
        <Button variant="default" onClick={onClose}>
          Continue in background
        </Button>
      }
    >
      <UploadProgressBar upload={upload} />
      <Text size="sm">
        You can close this or leave the page: {isUndo ? "it" : "the import"} continues, and the Customers screen shows
        its progress.
      </Text>
    </StepFrame>
  );
}
