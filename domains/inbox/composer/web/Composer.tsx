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

/** What is to be sent. */
export interface Written {
  readonly message: string;
  readonly attachments: readonly Attached[];
  /** The members whom the text names. */
  readonly mentions: readonly number[];
}

interface Props {
  chatId: number;
  /** Why nothing can be sent, or empty; undefined while that isn't known. */
  cannotSend: string | undefined;
  /** A message of this chat is on its way to the server. */
  isSending: boolean;
  onSend: (written: Written) => void;
}

/** Where a text is written. What is typed stays until it is sent, also when another chat is opened meanwhile. */
export function Composer({ chatId, cannotSend, isSending, onSend }: Props) {
  const { draft, own } = useDraft(chatId);
  const { text, files, mentions } = draft;
  const { field, focus, write, insert } = useField(text, own);
  const around = useRef<HTMLDivElement>(null);
  const keys = useRef<(event: KeyboardEvent) => boolean>(undefined);
  const [open, setOpen] = useStateOf<"emoji" | "later" | undefined>(chatId, undefined);
  const [list, setList] = useStateOf<ListOfField | undefined>(chatId, undefined);
  const isOpen = cannotSend === "";
  const attachments = files.flatMap(({ attachment }) => attachment ?? []);
  const held = heldBy(draft);
  const canSend = isOpen && held === "" && (text.trim() !== "" || attachments.length > 0);

  const { take, letGo, isOver } = useFiles(chatId, own, around, isOpen);
  const showEmoji = useCallback((opened: boolean) => setOpen(opened ? "emoji" : undefined), [setOpen]);
  const closeEmoji = useCallback(() => showEmoji(false), [showEmoji]);

  const type = (typed: string) => own.change(() => ({ text: cut(typed) }));
  const clear = () => {
    letGo(files);
    own.change(() => emptyDraft);
    focus();
  };
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!canSend) return;
    const named = standing(text, mentions).map(({ id }) => id);
    onSend({ message: text.trim(), attachments, mentions: named });
    clear();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (keys.current?.(event)) return;
    // Enter also ends the choice of a character in some languages' keyboards.
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) send(event);
  };
  const onPaste = (event: ClipboardEvent) => {
    const { files: pasted, types } = event.clipboardData;
    // A spreadsheet's cells come as a picture, too: their text is what is meant.
    if (pasted.length === 0 || types.includes("text/plain")) return;
    event.preventDefault();
    take([...pasted]);
  };

  return (
    <div ref={around} className={classes.composer}>
      <Scheduled chatId={chatId} own={own} onBack={focus} />
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
              own={own}
              field={field}
              keys={keys}
              onWritten={write}
              onList={setList}
            />
            <div className={classes.box} data-closed={!isOpen || undefined}>
              <AttachmentTray opened={files.length > 0} chatId={chatId} files={files} own={own} onRemoved={focus} />
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
            {held}
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
