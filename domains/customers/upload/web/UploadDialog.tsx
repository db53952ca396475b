import { Alert, Button, Loader, Modal, Text } from "@mantine/core";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { ChooseContacts } from "./ChooseContacts.tsx";
import { EarlierUploads } from "./EarlierUploads.tsx";
import { ImportProgress } from "./ImportProgress.tsx";
import { ImportResult } from "./ImportResult.tsx";
import { NewListFile } from "./NewListFile.tsx";
import { PreviewSteps } from "./PreviewSteps.tsx";
import { Terms } from "./Terms.tsx";
import { Unfinished } from "./Unfinished.tsx";
import classes from "./UploadDialog.module.css";
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
      <Alert color="red" title="This could not be loaded">
        <Text size="sm" mb="xs">
          {error.message}
        </Text>
        <Button size="xs" variant="default" mr="xs" onClick={() => void refetch()}>
          Try again
        </Button>
        <Button size="xs" variant="default" onClick={startOver}>
          Start over
        </Button>
      </Alert>
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
