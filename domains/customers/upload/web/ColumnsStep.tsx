import { Alert, Button, Checkbox, NativeSelect, Text } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import { useRef } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { customFields } from "#domains/customers/custom/contract.ts";
import { uploads } from "../contract.ts";
import {
  encodings,
  fieldNames,
  ownField,
  type Upload,
  type UploadField,
  type UploadMapping,
  uploadFields,
} from "../fields.ts";
import { mappingProblems } from "../rules.ts";
import classes from "./ColumnsStep.module.css";
import { BackButton, FailureAlert, StepFrame } from "./StepFrame.tsx";
import { encodingNames, readSummary } from "./uploadTexts.ts";

interface Props {
  upload: Upload;
  mapping: UploadMapping;
  /** Whether someone may say how the file's letters are stored. */
  asksEncoding: boolean;
  onMapping: (mapping: UploadMapping) => void;
  onBack: () => void;
  onContinue: () => void;
  onRead: (upload: Upload) => void;
}

const fieldOptions = uploadFields.map((field) => ({
  value: field,
  label: field === "" ? "Don't import" : fieldNames[field],
}));
/** Bytes of UTF-16 say that they are. */
const encodingOptions = encodings
  .filter((encoding) => encoding !== "UTF-16")
  .map((value) => ({ value, label: encodingNames[value] }));

/** Maps the file's columns to fields; recognized columns are preselected. */
export function ColumnsStep({ upload, mapping, asksEncoding, onMapping, onBack, onContinue, onRead }: Props) {
  const alert = useRef<HTMLDivElement>(null);
  const problems = mappingProblems(mapping, upload.labels);
  const saveMapping = useSend(uploads.map, {
    invalidates: [uploads.records],
    quiet: true,
    onSuccess: ({ data }) => {
      onRead(data.upload);
      if (data.upload.problems.length === 0) onContinue();
    },
  });
  const continueIfValid = () => {
    if (problems.length > 0) return alert.current?.focus();
    const isChanged = mapping.some((field, column) => field !== upload.mapping[column]);
    if (isChanged || upload.problems.length > 0) saveMapping.mutate({ params: { id: upload.id }, body: { mapping } });
    else onContinue();
  };
  const readAgain = useSend(uploads.map, {
    invalidates: [uploads.records],
    quiet: true,
    onSuccess: ({ data }, { body }) => {
      onRead(data.upload);
      // Other letters leave the columns as they were matched.
      const isSameTable = body?.encoding && data.upload.mapping.length === mapping.length;
      if (!isSameTable) onMapping(data.upload.mapping);
    },
  });
  const own = useCall(customFields.all).data?.fields ?? [];
  const options = [...fieldOptions, ...own.map(({ key, name }) => ({ value: ownField(key), label: name }))];
  const fieldOf = (value: string): UploadField => options.find((option) => option.value === value)?.value ?? "";
  const isBusy = saveMapping.isPending || readAgain.isPending;
  const choose = (column: number, value: string) =>
    onMapping(mapping.map((field, index) => (index === column ? fieldOf(value) : field)));

  return (
    <StepFrame
      title="Match the columns"
      step={3}
      back={<BackButton onBack={onBack} disabled={isBusy} />}
      next={
        <Button onClick={continueIfValid} loading={saveMapping.isPending}>
          Continue
        </Button>
      }
    >
      <Text size="sm">{readSummary(upload)}. Below each label are the first cells of its column.</Text>
      {problems.length > 0 && (
        <Alert
          ref={alert}
          tabIndex={-1}
          color="red"
          role="alert"
          icon={<IconAlertTriangle aria-hidden />}
          title="Fix this first"
          className={classes.problemsBox}
        >
          <Sentences sentences={problems} />
        </Alert>
      )}
      {upload.notes.length > 0 && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title="Good to know">
          <Sentences sentences={upload.notes} />
        </Alert>
      )}
      {asksEncoding && (
        <NativeSelect
          label="Encoding"
          className={classes.encoding}
          data={encodingOptions}
          value={upload.encoding}
          disabled={isBusy}
          onChange={({ currentTarget: { value } }) => {
            const encoding = encodings.find((one) => one === value);
            if (encoding) readAgain.mutate({ params: { id: upload.id }, body: { encoding } });
          }}
        />
      )}
      <Checkbox
        label="The first row has column labels"
        checked={upload.has_labels}
        disabled={isBusy}
        onChange={({ currentTarget: { checked } }) =>
          readAgain.mutate({ params: { id: upload.id }, body: { first_row: checked ? "labels" : "data" } })
        }
      />
      <ul className={classes.columns} aria-label="Columns of the file">
        {upload.labels.map((label, column) => (
          <li key={label} className={classes.column}>
            <div>
              <div className={classes.label}>{label}</div>
              <div className={classes.samples}>{samplesOf(upload, column) || "Empty in the first rows"}</div>
            </div>
            <NativeSelect
              aria-label={`What ${label} is`}
              data={options}
              value={mapping[column] ?? ""}
              onChange={(event) => choose(column, event.currentTarget.value)}
              disabled={isBusy}
            />
          </li>
        ))}
      </ul>
      <FailureAlert failure={saveMapping.error ?? readAgain.error} title="The columns could not be saved" />
    </StepFrame>
  );
}

function samplesOf({ samples }: Upload, column: number): string {
  return samples.flatMap((row) => row[column]?.trim() || []).join(" · ");
}

function Sentences({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 1) return sentences[0];
  return (
    <ul className={classes.problems}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
