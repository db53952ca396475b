import { IconInfoCircle } from "@tabler/icons-react";
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, type ReactNode, useCallback, useRef } from "react";
import { cutToLimit } from "#core/smsCounter.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useKeyedState } from "#core/web/useKeyedState.ts";
import { emptyDraft, type UploadedFile } from "#domains/inbox/drafts/web/drafts.ts";
import { useDraft } from "#domains/inbox/drafts/web/useDraft.ts";
import { Scheduled } from "#domains/inbox/schedule/web/Scheduled.tsx";
import classes from "./Composer.module.css";
import { ComposerBar } from "./ComposerBar.tsx";
import { ComposerTools } from "./ComposerTools.tsx";
import { CutText } from "./CutText.tsx";
import { MessageField } from "./MessageField.tsx";
import { sendBlockedReason, useAttachFiles } from "./useAttachFiles.ts";
import { useMessageField } from "./useMessageField.ts";

const EmojiPanel = lazyDialog(() => import("./EmojiPanel.tsx"), "EmojiPanel");
const TemplatePanel = lazyDialog(() => import("./TemplatePanel.tsx"), "TemplatePanel");
const AttachmentTray = lazyDialog(() => import("#domains/inbox/attachments/web/AttachmentTray.tsx"), "AttachmentTray");
const SendLaterDialog = lazyDialog(() => import("#domains/inbox/schedule/web/SendLaterDialog.tsx"), "SendLaterDialog");
const RequestNumber = lazyDialog(() => import("#domains/inbox/firstRun/web/RequestNumber.tsx"), "RequestNumber");

/** A message to send. */
export interface ComposedMessage {
  readonly message: string;
  readonly attachments: readonly UploadedFile[];
}

export interface ComposerProps {
  chatId: number;
  /** Why nothing can be sent; empty if it can, undefined while unknown. */
  cannotSend: string | undefined;
  /** True while a message of this chat is in flight. */
  isSending: boolean;
  onSend: (written: ComposedMessage) => void;
  /** Switches to writing a note instead. */
  kinds?: ReactNode;
  /** Goes on with a note that mentions a colleague; undefined for those who may write none. */
  onMention?: (() => void) | undefined;
}

/** Writes messages. The draft stays until it is sent, even when another chat is opened meanwhile. */
export function Composer({ chatId, cannotSend, isSending, onSend, kinds, onMention }: ComposerProps) {
  const { draft, handle } = useDraft(chatId);
  const { text, files } = draft;
  const { field, focus, write, insert, onBeforeInput } = useMessageField(text, handle);
  const around = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useKeyedState<"emoji" | "templates" | "later" | undefined>(chatId, undefined);
  const [cut, setCut] = useKeyedState(chatId, "");
  const isOpen = cannotSend === "";
  const attachments = files.flatMap(({ attachment }) => attachment ?? []);
  const blockedReason = sendBlockedReason(draft);
  const canSend = isOpen && blockedReason === "" && (text.trim() !== "" || attachments.length > 0);

  const { take, letGo, isOver } = useAttachFiles(chatId, handle, around, isOpen);
  const closePanel = useCallback(() => {
    setOpen(undefined);
    focus();
  }, [setOpen, focus]);

  const type = (typed: string) => {
    const text = cutToLimit(typed);
    // One more character at the limit is a key, not a pasted text.
    if (typed.length > text.length + 1) setCut(typed.slice(text.length).trimStart());
    else if (text === "") setCut("");
    handle.change(() => ({ text }));
  };
  /** Goes on with what was kept for the next text. */
  const clear = () => {
    letGo(files);
    setCut("");
    handle.change(({ rest }) => ({ ...emptyDraft, text: cutToLimit(rest), rest: rest.slice(cutToLimit(rest).length) }));
    focus();
  };
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!canSend) return;
    onSend({ message: text.trim(), attachments });
    clear();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // In some input methods Enter only confirms the composed character.
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) send(event);
  };
  const onPaste = (event: ClipboardEvent) => {
    const { files: pasted, types } = event.clipboardData;
    // Spreadsheet cells also come as a picture; the text is what was meant.
    if (pasted.length === 0 || types.includes("text/plain")) return;
    event.preventDefault();
    take([...pasted]);
  };

  return (
    <div ref={around} className={classes.composer}>
      <Scheduled chatId={chatId} handle={handle} onBack={focus} />
      <div className={classes.around}>
        <EmojiPanel
          opened={open === "emoji"}
          onClose={closePanel}
          onChoose={(emoji) => {
            setOpen(undefined);
            insert(emoji);
          }}
        />
        <TemplatePanel
          opened={open === "templates"}
          onClose={closePanel}
          chatId={chatId}
          handle={handle}
          field={field}
          write={write}
          onCut={setCut}
        />
        <form onSubmit={send}>
          {cannotSend && (
            <div className={classes.refused}>
              <IconInfoCircle size={18} aria-hidden />
              <span id={`refused-${chatId}`}>{cannotSend}</span>
              <RequestNumber opened />
            </div>
          )}
          <div className={classes.box} data-closed={!isOpen || undefined}>
            {kinds}
            <AttachmentTray opened={files.length > 0} chatId={chatId} files={files} handle={handle} onRemoved={focus} />
            <MessageField
              key={chatId}
              field={field}
              isOpen={isOpen}
              aria-describedby={cannotSend ? `refused-${chatId}` : `counter-${chatId}`}
              value={text}
              onChange={(event) => type(event.currentTarget.value)}
              onBeforeInput={onBeforeInput}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
            />
          </div>
          <p className={classes.held} role="status">
            {blockedReason}
          </p>
          <CutText cut={cut} rest={draft.rest} handle={handle} onDecided={() => setCut("")} />
          <ComposerBar
            draft={draft}
            counterId={`counter-${chatId}`}
            canSend={canSend}
            isSending={isSending}
            tools={
              <ComposerTools
                isOpen={isOpen}
                open={open === "later" ? undefined : open}
                onOpen={setOpen}
                onFiles={take}
                onMention={onMention}
              />
            }
            onLater={() => setOpen("later")}
          />
        </form>
      </div>
      <SendLaterDialog
        opened={open === "later"}
        onClose={() => setOpen(undefined)}
        chatId={chatId}
        message={text.trim()}
        attachmentIds={attachments.map(({ id }) => id)}
        onScheduled={clear}
      />
      {isOver && <p className={classes.drop}>Drop the files to attach them</p>}
    </div>
  );
}
