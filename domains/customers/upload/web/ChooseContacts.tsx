import "@mantine/core/styles/Tabs.layer.css";
import { Button, FileButton, Input, Progress, Tabs, Text, Textarea } from "@mantine/core";
import { IconFileTypeCsv } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type DragEvent, type Ref, useEffect, useId, useRef, useState } from "react";
import { CallError } from "#core/client.ts";
import type { FieldErrors } from "#core/failure.ts";
import { api, isAlreadyReported } from "#core/web/call/api.ts";
import { uploads } from "../contract.ts";
import type { Upload } from "../fields.ts";
import classes from "./ChooseContacts.module.css";
import { type ChosenList, listErrors, listFieldsOf, newListErrors } from "./chosenList.ts";
import { ListChoice } from "./ListChoice.tsx";
import { BackButton, FailureAlert, StepFrame } from "./StepFrame.tsx";
import { fileError, sizeText, textError } from "./uploadTexts.ts";
import { cacheUpload } from "./useUpload.ts";

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

interface NewListFileProps {
  chosen: UploadFormInput;
  onChange: (chosen: UploadFormInput) => void;
  onCancel: () => void;
  onRead: (upload: Upload) => void;
}

/** A new list's name, and the file with its customers. */
export function NewListFile({ chosen, onChange, onCancel, onRead }: NewListFileProps) {
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

interface FileDropProps {
  file: File | undefined;
  onFile: (file: File) => void;
  error: string | undefined;
  disabled: boolean;
  /** The button, to focus when there is an error. */
  buttonRef: Ref<HTMLButtonElement>;
}

/** Picks one file, by drop or dialog. */
function FileDrop({ file, onFile, error, disabled, buttonRef }: FileDropProps) {
  const [isDragOver, setIsDragOver] = useState(false);
  const errorId = useId();
  const onDrag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(isOver);
  };
  const onDropFile = (event: DragEvent) => {
    onDrag(false)(event);
    const [dropped] = event.dataTransfer.files;
    if (dropped && !disabled) onFile(dropped);
  };
  return (
    <div>
      {/* Dropping is a shortcut; the button inside does the same with the keyboard. */}
      <section
        aria-label="Customer CSV file"
        className={classes.zone}
        data-over={isDragOver || undefined}
        data-wrong={error ? true : undefined}
        onDragOver={onDrag(true)}
        onDragLeave={onDrag(false)}
        onDrop={onDropFile}
      >
        <IconFileTypeCsv size={36} stroke={1.4} aria-hidden />
        {file ? (
          <Text size="sm" className={classes.name}>
            <b>{file.name}</b>, {sizeText(file.size)}
          </Text>
        ) : (
          <Text size="sm" c="dimmed" className={classes.hint}>
            Drop a .csv file here, or
          </Text>
        )}
        <FileButton accept=".csv,text/csv" onChange={(chosen) => chosen && onFile(chosen)} disabled={disabled}>
          {(props) => (
            <Button {...props} ref={buttonRef} variant="default" aria-describedby={error ? errorId : undefined}>
              {file ? "Choose another file" : "Choose file"}
            </Button>
          )}
        </FileButton>
      </section>
      {error && (
        <Input.Error id={errorId} mt={4} role="alert">
          {error}
        </Input.Error>
      )}
    </div>
  );
}

export type Contacts = { file: File } | { text: string };

interface SendProgress {
  /** The uploaded share, from 0 to 1. */
  share: number;
}

/** Uploads a file or text, with progress, cancellation and errors. */
function useSendContacts(onRead: (upload: Upload) => void) {
  const cache = useQueryClient();
  const [sending, setSending] = useState<SendProgress>();
  const [failure, setFailure] = useState<CallError>();
  const [errors, setErrors] = useState<FieldErrors>({});
  const pendingUpload = useRef<AbortController>(undefined);
  useEffect(() => () => pendingUpload.current?.abort(), []);

  const send = async (contacts: Contacts, list: ChosenList) => {
    if (pendingUpload.current) return;
    const controller = new AbortController();
    pendingUpload.current = controller;
    setSending({ share: 0 });
    setFailure(undefined);
    setErrors({});
    const options = { signal: controller.signal, onProgress: (share: number) => setSending({ share }) };
    const body = listFieldsOf(list);
    try {
      const { data } = await ("file" in contacts
        ? api(uploads.csvUpload, { ...options, body, files: { csv_file: contacts.file } })
        : api(uploads.csvCopy, { ...options, body: { ...body, csv_file: contacts.text } }));
      cacheUpload(cache, data.upload);
      onRead(data.upload);
    } catch (failure) {
      if (!(failure instanceof CallError)) {
        if (!controller.signal.aborted) throw failure;
      } else if (!isAlreadyReported(failure)) {
        setErrors(failure.fields);
        if (Object.keys(failure.fields).length === 0) setFailure(failure);
      }
    } finally {
      pendingUpload.current = undefined;
      setSending(undefined);
    }
  };

  return {
    send,
    cancel: () => pendingUpload.current?.abort(),
    sending,
    failure,
    errors,
    /** Shows field errors found before sending. */
    refuse: (fields: FieldErrors) => {
      setFailure(undefined);
      setErrors(fields);
    },
  };
}

/** Upload progress; at 100 % the server is still reading the file. */
function SendingProgress({ share }: { share: number }) {
  const percent = Math.floor(share * 100);
  const isSent = share >= 1;
  return (
    <div>
      <Text size="sm" mb={4} role="status">
        {isSent ? "Reading the rows…" : "Uploading…"}
      </Text>
      <Progress value={percent} striped={isSent} animated={isSent} aria-label="Upload" />
    </div>
  );
}
