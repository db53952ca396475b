import "@mantine/core/styles/Radio.layer.css";
import "@mantine/core/styles/List.layer.css";
import { Alert, Button, Checkbox, List, Radio, Stack } from "@mantine/core";
import { useState } from "react";
import type { FieldErrors } from "#core/failure.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { lists } from "#domains/lists/contract.ts";
import { consentWords, undoDays, uploads } from "../contract.ts";
import type { Upload } from "../fields.ts";
import { type ChosenList, listErrors, listFieldsOf, newListErrors } from "./chosenList.ts";
import { ListChoice } from "./ListChoice.tsx";
import { BackButton, FailureAlert, StepFrame } from "./StepFrame.tsx";
import { importSentences } from "./uploadTexts.ts";

export interface ImportOptions {
  list: ChosenList;
  known: Upload["known"];
  consent: boolean;
}

interface Props {
  upload: Upload;
  options: ImportOptions;
  onChange: (options: ImportOptions) => void;
  onBack: () => void;
  onNewList?: ((list_id: number) => void) | undefined;
}

/** The import's options and a summary of what it will do. */
export function FinishStep({ upload, options, onChange, onBack, onNewList }: Props) {
  const { list, known, consent } = options;
  const [errors, setErrors] = useState<FieldErrors>({});
  const start = useSend(uploads.copyFromTemp, {
    invalidates: [uploads.one, uploads.list, lists.search, lists.table],
    quiet: true,
    onSuccess: ({ data }) => data.list_id !== null && onNewList?.(data.list_id),
    onFailure: ({ fields }) => setErrors(fields),
  });
  const isStarting = start.isPending || start.isSuccess;

  const startImport = () => {
    const problems = onNewList ? newListErrors(list) : listErrors(list);
    setErrors(problems);
    if (Object.keys(problems).length > 0) return;
    start.mutate({ body: { ...listFieldsOf(list), upload_id: upload.id, known, consent: consent ? 1 : 0 } });
  };
  const hasListError = errors.list_id !== undefined || errors.list_title !== undefined;

  return (
    <StepFrame
      title="Import the customers"
      step={5}
      back={<BackButton onBack={onBack} disabled={isStarting} />}
      next={
        <Button onClick={startImport} loading={isStarting}>
          Continue
        </Button>
      }
    >
      <ListChoice
        list={list}
        onChange={(list) => onChange({ ...options, list })}
        errors={errors}
        disabled={isStarting}
        isNew={onNewList !== undefined}
      />
      {upload.counts.known > 0 && (
        <Radio.Group
          label="If a customer already exists"
          value={known}
          onChange={(value) => onChange({ ...options, known: value === "keep" ? "keep" : "update" })}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="update"
              label="Update them from the file"
              description="Empty cells change nothing."
              disabled={isStarting}
            />
            <Radio value="keep" label="Keep them as they are" disabled={isStarting} />
          </Stack>
        </Radio.Group>
      )}
      <Checkbox
        label={consentWords}
        description={consent ? withConsent : withoutConsent}
        checked={consent}
        disabled={isStarting}
        onChange={(event) => onChange({ ...options, consent: event.currentTarget.checked })}
      />
      <ImportPlan upload={upload} list={list} known={known} />
      {!hasListError && <FailureAlert failure={start.error} title="The import was not started" />}
    </StepFrame>
  );
}

const withConsent =
  "This statement is kept with each contact, along with your name, the time and the file. The contacts can get marketing texts, except phones that opted out.";
const withoutConsent =
  "Leave this unchecked unless it is true. The contacts are imported either way; without it, contacts who haven't agreed before get no marketing texts.";

interface ImportPlanProps {
  upload: Upload;
  list: ChosenList;
  known: Upload["known"];
}

/** What Continue will do. */
function ImportPlan({ upload, list, known }: ImportPlanProps) {
  const list_id = list.way === "existing" && list.list_id !== null ? list.list_id : undefined;
  const listQuery = useCall(lists.search, { body: { list_id } }, { enabled: list_id !== undefined });
  const titles = {
    none: undefined,
    new: list.title.trim(),
    existing: listQuery.data?.allCustomersLists.find(({ id }) => id === list_id)?.title ?? "",
  };
  return (
    <Alert color="blue" title="What will change">
      <List size="sm" spacing={4}>
        {importSentences(upload.counts, known, titles[list.way]).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
        <List.Item>All of these rows are imported, or none are. You can undo it for {undoDays} days.</List.Item>
      </List>
    </Alert>
  );
}
