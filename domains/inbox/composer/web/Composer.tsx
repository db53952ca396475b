import { IconInfoCircle } from "@tabler/icons-react";
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useCallback, useRef } from "react";
import { cut } from "#core/smsCounter.ts";
import { onDemand } from "#core/web/onDemand.tsx";
import { useStateOf } from "#core/web/useStateOf.ts";
import { standing } from "#domains/team/rules.ts";
import classes from "./Composer.module.css";
import { ComposerBar } from "./ComposerBar.tsx";
import { ComposerTools } from "./ComposerTools.tsx";
import { type Attached, emptyDraft } from "./drafts.ts";
import type { ListOfField } from "./Mentions.tsx";
import { MessageField } from "./MessageField.tsx";
import { Scheduled } from "./Scheduled.tsx";
import { useDraft } from "./useDraft.ts";
import { useField } from "./useField.ts";
import { heldBy, useFiles } from "./useFiles.ts";

const EmojiPanel = onDemand(() => import("./EmojiPanel.tsx"), "EmojiPanel");
const Mentions = onDemand(() => import("./Mentions.tsx"), "Mentions");
const AttachmentTray = onDemand(() => import("./AttachmentTray.tsx"), "AttachmentTray");
const SendLaterDialog = onDemand(() => import("./SendLaterDialog.tsx"), "SendLaterDialog");

/** A message to send. */
export interface Written {
  readonly message: string;
  readonly attachments: readonly Attached[];
  /** The ids of the mentioned members. */
  readonly mentions: readonly number[];
}

interface Props {
  chatId: number;
  /** Why nothing can be sent; empty if it can, undefined while unknown. */
  cannotSend: string | undefined;
  /** True while a message of this chat is in flight. */
  isSending: boolean;
  onSend: (written: Written) => void;
}

/** Writes messages. The draft stays until it is sent, even when another chat is opened meanwhile. */
export function Composer({ chatId, cannotSend, isSending, onSend }: Props) {
  const { draft, handle } = useDraft(chatId);
  const { text, files, mentions } = draft;
  const { field, focus, write, insert } = useField(text, handle);
  const around = useRef<HTMLDivElement>(null);
  const keys = useRef<(event: KeyboardEvent) => boolean>(undefined);
  const [open, setOpen] = useStateOf<"emoji" | "later" | undefined>(chatId, undefined);
  const [list, setList] = useStateOf<ListOfField | undefined>(chatId, undefined);
  const isOpen = cannotSend === "";
  const attachments = files.flatMap(({ attachment }) => attachment ?? []);
  const blockedReason = heldBy(draft);
  const canSend = isOpen && blockedReason === "" && (text.trim() !== "" || attachments.length > 0);

  const { take, letGo, isOver } = useFiles(chatId, handle, around, isOpen);
  const showEmoji = useCallback((opened: boolean) => setOpen(opened ? "emoji" : undefined), [setOpen]);
  const closeEmoji = useCallback(() => showEmoji(false), [showEmoji]);

  const type = (typed: string) => handle.change(() => ({ text: cut(typed) }));
  const clear = () => {
    letGo(files);
    handle.change(() => emptyDraft);
    focus();
  };
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!canSend) return;
    const mentioned = standing(text, mentions).map(({ id }) => id);
    onSend({ message: text.trim(), attachments, mentions: mentioned });
    clear();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (keys.current?.(event)) return;
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
          onClose={() => {
            closeEmoji();
            focus();
          }}
          onChoose={(emoji) => {
            closeEmoji();
            insert(emoji);
          }}
        />
        <form onSubmit={send}>
          {cannotSend && (
            <p className={classes.refused} id={`refused-${chatId}`}>
              <IconInfoCircle size={18} aria-hidden /> {cannotSend}
            </p>
          )}
          <div className={classes.around}>
            <Mentions
              key={chatId}
              opened={isOpen && text.includes("@")}
              text={text}
              handle={handle}
              field={field}
              keys={keys}
              onInsert={write}
              onList={setList}
            />
            <div className={classes.box} data-closed={!isOpen || undefined}>
              <AttachmentTray
                opened={files.length > 0}
                chatId={chatId}
                files={files}
                handle={handle}
                onRemoved={focus}
              />
              <MessageField
                key={chatId}
                field={field}
                isOpen={isOpen}
                aria-describedby={cannotSend ? `refused-${chatId}` : `counter-${chatId}`}
                {...list}
                value={text}
                onChange={(event) => type(event.currentTarget.value)}
                onKeyDown={onKeyDown}
                onPaste={onPaste}
              />
            </div>
          </div>
          <p className={classes.held} role="status">
            {blockedReason}
          </p>
          <ComposerBar
            draft={draft}
            counterId={`counter-${chatId}`}
            canSend={canSend}
            isSending={isSending}
            tools={
              <ComposerTools
                field={field}
                isOpen={isOpen}
                isEmojiOpen={open === "emoji"}
                onEmoji={showEmoji}
                insert={insert}
                onFiles={take}
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
