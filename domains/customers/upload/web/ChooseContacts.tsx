import "@mantine/core/styles/Tabs.layer.css";
import { Button, Tabs, Textarea } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { FieldErrors } from "#core/failure.ts";
import type { Upload } from "../fields.ts";
import { type ChosenList, listErrors } from "./chosenList.ts";
import { FailureAlert } from "./FailureAlert.tsx";
import { FileDrop } from "./FileDrop.tsx";
import { ListChoice } from "./ListChoice.tsx";
import { SendingProgress } from "./SendingProgress.tsx";
import { BackButton, StepFrame } from "./StepFrame.tsx";
import { fileError, textError } from "./uploadTexts.ts";
import { useSendContacts } from "./useSendContacts.ts";

/** The form's input; it survives closing the dialog and errors. */
export interface UploadFormInput {
  way: "file" | "paste";
  file: File | undefined;
  text: string;
  list: ChosenList;
}

interface Props {
  chosen: UploadFormInput;
  onChange: (chosen: UploadFormInput) => void;
  onBack: () => void;
  onRead: (upload: Upload) => void;
}

/** A file or pasted text, and the list that it is for. */
export function ChooseContacts({ chosen, onChange, onBack, onRead }: Props) {
  const { way, file, text, list } = chosen;
  const { send, cancel, sending, failure, errors, refuse } = useSendContacts(onRead);
  // The file button or the textarea, whichever is shown.
  const source = useRef<HTMLElement>(null);
  const setSource = (node: HTMLElement | null) => {
    source.current = node;
  };
  const isBusy = sending !== undefined;

  // Focuses the invalid field.
  useEffect(() => {
    if (errors.csv_file) source.current?.focus();
  }, [errors]);

  const submit = () => {
    const problem = way === "file" ? fileError(file) : textError(text);
    const problems: FieldErrors = { ...(problem && { csv_file: problem }), ...listErrors(list) };
    if (Object.keys(problems).length > 0) return refuse(problems);
    void send(way === "file" && file ? { file } : { text }, list);
  };

  const change = (to: string | null) => {
    refuse({});
    onChange({ ...chosen, way: to === "paste" ? "paste" : "file" });
  };

  return (
    <StepFrame
      title="Choose the customers"
      step={2}
      back={<BackButton onBack={onBack} disabled={isBusy} />}
      next={
        isBusy ? (
          <Button variant="default" onClick={cancel}>
            Cancel upload
          </Button>
        ) : (
          <Button onClick={submit}>{way === "file" ? "Import CSV" : "Parse CSV"}</Button>
        )
      }
    >
      <Tabs value={way} onChange={change} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="file" disabled={isBusy}>
            CSV file
          </Tabs.Tab>
          <Tabs.Tab value="paste" disabled={isBusy}>
            Paste
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="file">
          <FileDrop
            file={file}
            error={errors.csv_file}
            disabled={isBusy}
            buttonRef={setSource}
            onFile={(file) => {
              refuse({});
              onChange({ ...chosen, file });
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="paste">
          <Textarea
            ref={setSource}
            label="Customers"
            description="Paste rows from a spreadsheet or a CSV file. The first row must be column labels."
            placeholder={"First name,Last name,Email,Phone\nMaria,Lopez,maria@example.com,(909) 555-0123"}
            rows={8}
            spellCheck={false}
            disabled={isBusy}
            value={text}
            error={errors.csv_file}
            onChange={(event) => onChange({ ...chosen, text: event.currentTarget.value })}
          />
        </Tabs.Panel>
      </Tabs>
      <ListChoice list={list} onChange={(list) => onChange({ ...chosen, list })} errors={errors} disabled={isBusy} />
      {sending && <SendingProgress share={sending.share} />}
      <FailureAlert failure={failure} title={`${sourceNames[way]} was not uploaded`} />
    </StepFrame>
  );
}

const sourceNames = { file: "The file", paste: "The text" } as const;
