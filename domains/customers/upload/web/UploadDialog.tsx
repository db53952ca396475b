import "@mantine/core/styles/List.layer.css";
import { Alert, Button, Checkbox, Group, List, Loader, Modal, Text } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { previewDays, uploads } from "../contract.ts";
import type { Upload } from "../fields.ts";
import { ChooseContacts, NewListFile } from "./ChooseContacts.tsx";
import { ColumnsStep } from "./ColumnsStep.tsx";
import { initialList } from "./chosenList.ts";
import { EarlierUploads } from "./EarlierUploads.tsx";
import { FinishStep, type ImportOptions } from "./FinishStep.tsx";
import { ImportProgress, ImportResult } from "./ImportResult.tsx";
import { RowsStep } from "./RowsStep.tsx";
import { StepFrame } from "./StepFrame.tsx";
import classes from "./UploadDialog.module.css";
import { isEncodingSure, pluralize, uploadName } from "./uploadTexts.ts";
import { type UploadFlow, useUploadFlow } from "./useUploadFlow.ts";

export interface UploadDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Preselects the list for the customers. */
  list_id?: number | undefined;
  /** Opens this upload. */
  upload_id?: number | undefined;
  /** Makes a new list of one file's customers, and says which when its import begins. */
  onNewList?: ((list_id: number) => void) | undefined;
}

/** A wizard that imports customers from a file or pasted text, and shows earlier uploads. */
export function UploadDialog({ opened, onClose, list_id, upload_id, onNewList }: UploadDialogProps) {
  const flow = useUploadFlow({ opened, list_id, upload_id, isForNewList: onNewList !== undefined });
  const onPhone = useMedia(phone);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={onNewList ? "Create new contact list" : "Upload customers"}
      size="64rem"
      fullScreen={onPhone}
      classNames={{ content: classes.content, body: classes.body }}
      // A stray click, or Escape in a confirmation above, must not close it.
      closeOnClickOutside={false}
      closeOnEscape={!flow.asking}
    >
      <Content flow={flow} onClose={onClose} onNewList={onNewList} />
    </Modal>
  );
}

interface ContentProps extends Pick<UploadDialogProps, "onClose" | "onNewList"> {
  flow: UploadFlow;
}

function Content({ flow, onClose, onNewList }: ContentProps) {
  const { view, go, open, discard, agreed, setAgreed, chosen, setChosen } = flow;
  if (view.at === "terms") {
    return (
      <Terms agreed={agreed} onAgree={setAgreed} onContinue={() => go("contacts")} onEarlier={() => go("earlier")}>
        <Unfinished onOpen={open} onDiscard={discard} />
      </Terms>
    );
  }
  if (view.at === "contacts" && onNewList) {
    return <NewListFile chosen={chosen} onChange={setChosen} onCancel={onClose} onRead={open} />;
  }
  if (view.at === "contacts") {
    return <ChooseContacts chosen={chosen} onChange={setChosen} onBack={() => go("terms")} onRead={open} />;
  }
  if (view.at === "earlier") return <EarlierUploads onOpen={open} onDiscard={discard} onBack={() => go("terms")} />;
  return <OneUpload key={view.id} flow={flow} onClose={onClose} onNewList={onNewList} />;
}

function OneUpload({ flow, onClose, onNewList }: ContentProps) {
  const { data: upload, error, refetch } = flow.upload;
  const { go, startOver, store, ask } = flow;
  if (!upload && error) {
    return (
      <LoadFailure failure={error} retry={refetch}>
        <Button size="xs" variant="default" onClick={startOver}>
          Start over
        </Button>
      </LoadFailure>
    );
  }
  if (!upload) return <Loader role="status" aria-label="Loading" />;
  if (upload.state === "preview") {
    return <PreviewSteps upload={upload} onRead={store} onBack={() => go("contacts")} onNewList={onNewList} />;
  }
  if (flow.isRunning) return <ImportProgress upload={upload} onClose={onClose} />;
  return (
    <ImportResult
      key={upload.state}
      upload={upload}
      ask={ask}
      onEarlier={() => go("earlier")}
      onAgain={startOver}
      onClose={onClose}
      onRead={store}
    />
  );
}

interface Props {
  upload: Upload;
  onRead: (upload: Upload) => void;
  onBack: () => void;
  /** Says which list is made when its import begins. */
  onNewList?: ((list_id: number) => void) | undefined;
}

/** Starts with the choices made when the file was uploaded. */
function initialOptions({ list_id, list_title, known }: Upload): ImportOptions {
  return { list: initialList(list_id, list_title), known, consent: false };
}

/** From the columns of an uploaded file to its import. */
function PreviewSteps({ upload, onRead, onBack, onNewList }: Props) {
  const [step, setStep] = useState<"columns" | "rows" | "finish">("columns");
  const [mapping, setMapping] = useState(upload.mapping);
  // Once asked it stays, so that a choice can be taken back.
  const [asksEncoding] = useState(!isEncodingSure(upload));
  const [options, setOptions] = useState(() => initialOptions(upload));
  if (step === "columns") {
    return (
      <ColumnsStep
        upload={upload}
        mapping={mapping}
        asksEncoding={asksEncoding}
        onMapping={setMapping}
        onBack={onBack}
        onContinue={() => setStep("rows")}
        onRead={onRead}
      />
    );
  }
  if (step === "rows") {
    return (
      <RowsStep
        upload={upload}
        onBack={() => setStep("columns")}
        onContinue={() => setStep("finish")}
        onRead={onRead}
      />
    );
  }
  return (
    <FinishStep
      upload={upload}
      options={options}
      onChange={setOptions}
      onBack={() => setStep("rows")}
      onNewList={onNewList}
    />
  );
}

interface TermsProps {
  agreed: boolean;
  onAgree: (agreed: boolean) => void;
  onContinue: () => void;
  onEarlier: () => void;
  /** The notice of an unfinished upload. */
  children: ReactNode;
}

/** The obligations of uploading contacts and the file's format; the box must be checked to continue. */
function Terms({ agreed, onAgree, onContinue, onEarlier, children }: TermsProps) {
  const box = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState(false);
  const continueIfAgreed = () => {
    if (agreed) return onContinue();
    setRefused(true);
    box.current?.focus();
  };
  return (
    <StepFrame
      title="Before you upload"
      step={1}
      back={
        <Button variant="subtle" onClick={onEarlier}>
          Earlier uploads
        </Button>
      }
      next={<Button onClick={continueIfAgreed}>Continue</Button>}
    >
      {children}
      <List spacing="xs" size="sm">
        <List.Item>
          <b>Consent:</b> send marketing texts only to people who agreed to get them from your business. Uploading a
          contact is not consent: without it they stay out of campaigns.
        </List.Item>
        <List.Item>
          <b>Opt-outs:</b> don't text anyone who asked you to stop. A phone that opted out stays opted out, even if it's
          in the file.
        </List.Item>
        <List.Item>
          <b>Phone numbers:</b> every contact must have a phone number. Rows without a valid one are left out and listed
          for you with the reason.
        </List.Item>
        <List.Item>
          <b>Labels:</b> the first row must be column labels, such as First name, Last name, Email, Phone.
        </List.Item>
        <List.Item>
          <b>Size:</b> at most 5 MB and 100,000 rows. Save a larger list as several files.
        </List.Item>
      </List>
      <Checkbox
        ref={box}
        label="I agree to the terms of services: I may use these contacts, and I've followed the points above."
        checked={agreed}
        error={refused && !agreed && "Please agree to terms of services to continue!"}
        onChange={(event) => onAgree(event.currentTarget.checked)}
      />
    </StepFrame>
  );
}

interface UnfinishedProps {
  onOpen: (upload: Upload) => void;
  onDiscard: (upload: Upload) => void;
}

/** The member's newest unfinished upload. */
function Unfinished({ onOpen, onDiscard }: UnfinishedProps) {
  const time = useTime();
  const preview = useCall(uploads.list).data?.uploads.find(({ state }) => state === "preview");
  if (!preview) return null;
  return (
    <Alert color="yellow" title="You have an unfinished upload">
      <Text size="sm" mb="xs">
        {uploadName(preview)}, {pluralize(preview.counts.total, "row")}, from {time.dateTime(preview.created_at)}. It is
        kept for {previewDays} days.
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => onOpen(preview)}>
          Resume
        </Button>
        <Button size="xs" variant="subtle" color="red" onClick={() => onDiscard(preview)}>
          Discard it
        </Button>
      </Group>
    </Alert>
  );
}
