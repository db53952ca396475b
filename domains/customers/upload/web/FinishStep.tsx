import { Button, Checkbox, Radio, Stack } from "@mantine/core";
import "@mantine/core/styles/Radio.layer.css";
import { useState } from "react";
import type { FieldErrors } from "#core/failure.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { lists } from "#domains/lists/contract.ts";
import { consentWords, uploads } from "../contract.ts";
import type { Upload } from "../fields.ts";
import { type ChosenList, listErrors, listFieldsOf, newListErrors } from "./chosenList.ts";
import { FailureAlert } from "./FailureAlert.tsx";
import { ImportPlan } from "./ImportPlan.tsx";
import { ListChoice } from "./ListChoice.tsx";
import { BackButton, StepFrame } from "./StepFrame.tsx";

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
              label="Update them with what the file says"
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
  "These words are kept with each contact, with your name, the time and the file. The contacts may get marketing texts, except phones that opted out.";
const withoutConsent =
  "Leave this unchecked unless it is true. The contacts are imported either way; without it, those who have not agreed before stay out of marketing texts.";
