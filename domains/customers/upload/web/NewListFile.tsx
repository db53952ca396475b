import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { FieldErrors } from "#core/failure.ts";
import type { Upload } from "../fields.ts";
import type { UploadFormInput } from "./ChooseContacts.tsx";
import { newListErrors } from "./chosenList.ts";
import { FailureAlert } from "./FailureAlert.tsx";
import { FileDrop } from "./FileDrop.tsx";
import { ListChoice } from "./ListChoice.tsx";
import { SendingProgress } from "./SendingProgress.tsx";
import { StepFrame } from "./StepFrame.tsx";
import { fileError } from "./uploadTexts.ts";
import { useSendContacts } from "./useSendContacts.ts";

interface Props {
  chosen: UploadFormInput;
  onChange: (chosen: UploadFormInput) => void;
  onCancel: () => void;
  onRead: (upload: Upload) => void;
}

/** A new list's name, and the file with its customers. */
export function NewListFile({ chosen, onChange, onCancel, onRead }: Props) {
  const { file, list } = chosen;
  const { send, cancel, sending, failure, errors, refuse } = useSendContacts(onRead);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (errors.csv_file && !errors.list_title) button.current?.focus();
  }, [errors]);
  const submit = () => {
    const problem = fileError(file);
    const problems: FieldErrors = { ...newListErrors(list), ...(problem && { csv_file: problem }) };
    if (Object.keys(problems).length > 0) return refuse(problems);
    if (file) void send({ file }, list);
  };
  return (
    <StepFrame
      title="Name the list and choose its file"
      back={
        <Button variant="default" onClick={sending ? cancel : onCancel}>
          Cancel
        </Button>
      }
      next={
        <Button onClick={submit} loading={sending !== undefined}>
          Import CSV
        </Button>
      }
    >
      <ListChoice
        isNew
        list={list}
        onChange={(list) => onChange({ ...chosen, list })}
        errors={errors}
        disabled={sending !== undefined}
      />
      <FileDrop
        file={file}
        error={errors.csv_file}
        disabled={sending !== undefined}
        buttonRef={button}
        onFile={(file) => {
          refuse({});
          onChange({ ...chosen, file });
        }}
      />
      {sending && <SendingProgress share={sending.share} />}
      <FailureAlert failure={failure} title="The file was not uploaded" />
    </StepFrame>
  );
}
