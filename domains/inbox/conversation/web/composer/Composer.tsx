import { Button, UnstyledButton } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import {
  type ClipboardEvent,
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { cutToLimit } from "#core/smsCounter.ts";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { afterFrame } from "#core/web/loading/afterFrame.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { hasDialog } from "#core/web/singleKeys.ts";
import { useKeyedState } from "#core/web/useKeyedState.ts";
import { Scheduled } from "#domains/inbox/sending/web/Scheduled.tsx";
import { emptyDraft, insertText, type TextEdit, type UploadedFile } from "#domains/inbox/sync/web/drafts.ts";
import { type DraftHandle, type DraftKind, useDraft } from "#domains/inbox/sync/web/useDraft.ts";
import { replyRefusedText } from "#domains/locations/registration/rules.ts";
import { chatNotes } from "../../contract.ts";
import classes from "./Composer.module.css";
import { ComposerBar, type ComposerPanel, ComposerTools } from "./ComposerBar.tsx";
import { composerTexts } from "./texts.ts";
import { sendBlockedReason, useAttachFiles } from "./useAttachFiles.ts";

const NoteComposer = lazyNamed(() => import("./NoteComposer.tsx"), "NoteComposer");

/** Writes a text to the customer or a team note. The note's form can't send, so a note never becomes a text. */
export function MessageOrNote(props: ComposerProps) {
  const { chatId } = props;
  const [kind, setKind] = useKeyedState<DraftKind>(chatId, "text");
  const mayNote = useCan(chatNotes.add);
  if (!mayNote) return <Composer {...props} />;
  const kinds = <KindSwitch kind={kind} onChange={setKind} />;
  if (kind === "text") return <Composer {...props} kinds={kinds} onMention={() => setKind("note")} />;
  return (
    <Suspense>
      <NoteComposer key={chatId} chatId={chatId} kinds={kinds} />
    </Suspense>
  );
}

const EmojiPanel = lazyDialog(() => import("./EmojiPanel.tsx"), "EmojiPanel");
const TemplatePanel = lazyDialog(() => import("./TemplatePanel.tsx"), "TemplatePanel");
const LibraryPanel = lazyDialog(() => import("./LibraryPanel.tsx"), "LibraryPanel");
const AttachmentTray = lazyDialog(() => import("#domains/inbox/attachments/web/AttachmentTray.tsx"), "AttachmentTray");
const SendLaterDialog = lazyDialog(() => import("#domains/inbox/sending/web/SendLaterDialog.tsx"), "SendLaterDialog");
const RegisterTexts = lazyDialog(() => import("#domains/locations/registration/web/public.tsx"), "RegisterTexts");
const RequestNumber = lazyDialog(() => import("#domains/inbox/firstRun/web/RequestNumber.tsx"), "RequestNumber");

/** A message to send. */
export interface ComposedMessage {
  readonly message: string;
  readonly attachments: readonly UploadedFile[];
}

interface ComposerProps {
  chatId: number;
  /** Why nothing can be sent; empty if it can, undefined while unknown. */
  cannotSend: string | undefined;
  /** Carriers may block what is sent: the location's number isn't registered with them. */
  isNumberHeld: boolean;
  /** True while a message of this chat is in flight. */
  isSending: boolean;
  /** On the button that sends; "Send" without it. */
  sendLabel?: string | undefined;
  /** Asked before a text is sent; false: it stays a draft. */
  beforeSend?: (() => Promise<boolean>) | undefined;
  /** Asked before the field takes the focus by itself, as soon as a text can be written. */
  takesFocus?: (() => boolean) | undefined;
  onSend: (written: ComposedMessage) => void;
  /** The switch between text and note. */
  kinds?: ReactNode;
  /** Switches to a note for mentioning a colleague; undefined for those who can't write notes. */
  onMention?: (() => void) | undefined;
}

const always = () => true;

/** Writes messages. The draft stays until it is sent, even when another chat is opened meanwhile. */
function Composer({
  chatId,
  cannotSend,
  isNumberHeld,
  isSending,
  sendLabel,
  beforeSend,
  takesFocus = always,
  onSend,
  kinds,
  onMention,
}: ComposerProps) {
  const { draft, handle } = useDraft(chatId);
  const { text, files } = draft;
  const { field, focus, write, insert, onBeforeInput } = useMessageField(text, handle);
  const container = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useKeyedState<ComposerPanel | "later" | undefined>(chatId, undefined);
  const [cut, setCut] = useKeyedState(chatId, "");
  const isOpen = cannotSend === "";
  const attachments = files.flatMap(({ attachment }) => attachment ?? []);
  const blockedReason = sendBlockedReason(draft);
  const canSend = isOpen && blockedReason === "" && (text.trim() !== "" || attachments.length > 0);

  const { addFiles, release, isOver } = useAttachFiles(chatId, handle, container, isOpen);
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
  /** Continues with the rest that was kept for the next text. */
  const clear = () => {
    release(files);
    setCut("");
    handle.change(({ rest }) => ({ ...emptyDraft, text: cutToLimit(rest), rest: rest.slice(cutToLimit(rest).length) }));
    focus();
  };
  const send = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!canSend || (beforeSend && !(await beforeSend()))) return;
    // What was typed meanwhile belongs to it.
    onSend({ message: handle.current().text.trim(), attachments });
    clear();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // In some input methods Enter only confirms the composed character.
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) void send(event);
  };
  const onPaste = (event: ClipboardEvent) => {
    const { files: pasted, types } = event.clipboardData;
    // Spreadsheet cells also come as a picture; the text is what was meant.
    if (pasted.length === 0 || types.includes("text/plain")) return;
    event.preventDefault();
    addFiles([...pasted]);
  };

  return (
    <div ref={container} className={classes.composer}>
      <Scheduled chatId={chatId} handle={handle} onBack={focus} />
      <div className={classes.body}>
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
        <LibraryPanel opened={open === "library"} onClose={closePanel} chatId={chatId} handle={handle} />
        <form onSubmit={(event) => void send(event)}>
          {cannotSend && (
            <div className={classes.refused}>
              <IconInfoCircle size={18} aria-hidden />
              <span id={`refused-${chatId}`}>{cannotSend}</span>
              {cannotSend === replyRefusedText ? <RegisterTexts opened /> : <RequestNumber opened />}
            </div>
          )}
          {isOpen && isNumberHeld && (
            <p className={classes.held} id={`held-${chatId}`}>
              <IconInfoCircle size={14} aria-hidden />
              <span>
                {composerTexts.mayBeBlocked} <RegisterTexts opened />
              </span>
            </p>
          )}
          <div className={classes.box} data-closed={!isOpen || undefined}>
            {kinds}
            <AttachmentTray opened={files.length > 0} chatId={chatId} files={files} handle={handle} onRemoved={focus} />
            <MessageField
              key={chatId}
              field={field}
              isOpen={isOpen}
              takesFocus={takesFocus}
              aria-describedby={
                cannotSend ? `refused-${chatId}` : `counter-${chatId}${isNumberHeld ? ` held-${chatId}` : ""}`
              }
              value={text}
              onChange={(event) => type(event.currentTarget.value)}
              onBeforeInput={onBeforeInput}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
            />
          </div>
          <p className={classes.blocked} role="status">
            {blockedReason}
          </p>
          <CutText cut={cut} rest={draft.rest} handle={handle} onDecided={() => setCut("")} />
          <ComposerBar
            draft={draft}
            counterId={`counter-${chatId}`}
            canSend={canSend}
            isSending={isSending}
            sendLabel={sendLabel}
            tools={
              <ComposerTools
                isOpen={isOpen}
                open={open === "later" ? undefined : open}
                onOpen={setOpen}
                onFiles={addFiles}
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

const kinds = ["text", "note"] as const;

/** What is being written: a text to the customer, or a note that only the team sees. */
function KindSwitch({ kind, onChange }: { kind: DraftKind; onChange: (kind: DraftKind) => void }) {
  return (
    <fieldset className={classes.kinds} aria-label={composerTexts.kinds}>
      {kinds.map((one) => (
        <UnstyledButton key={one} className={classes.kind} aria-pressed={one === kind} onClick={() => onChange(one)}>
          {composerTexts[one]}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}

interface Props extends Omit<ComponentProps<"textarea">, "ref"> {
  field: RefObject<HTMLTextAreaElement | null>;
  isOpen: boolean;
  takesFocus: () => boolean;
}

/** One chat's text field: each chat has its own, with its own undo history. */
function MessageField({ field, isOpen, takesFocus, ...props }: Props) {
  const isPhone = useMedia(phone);

  // On a phone the keyboard would cover half of the conversation.
  useEffect(() => {
    if (!isOpen || isPhone) return undefined;
    return afterFrame(() => {
      if (!hasDialog() && takesFocus()) field.current?.focus({ preventScroll: true });
    });
  }, [field, isOpen, isPhone, takesFocus]);

  return (
    <textarea
      {...props}
      ref={field}
      className={classes.field}
      aria-label="Message"
      placeholder={isOpen ? "Write a message" : undefined}
      rows={1}
      disabled={!isOpen}
      enterKeyHint="send"
    />
  );
}

/** Newer browsers grow the field themselves. */
const growsNatively = globalThis.CSS?.supports("field-sizing", "content");

interface TypedText {
  readonly typed: string;
  readonly text: string;
  readonly cursor: number;
  /** Where the cursor was placed by the last insertion, while nothing was typed since. */
  readonly insertedAt: number | undefined;
}

/** True for a blank typed right behind one that an insertion brought along. */
export function isSecondBlank({ typed, text, cursor, insertedAt }: TypedText): boolean {
  return typed === " " && cursor === insertedAt && text[cursor - 1] === " ";
}

/** The draft's text field. After an insertion the cursor is placed behind it. */
function useMessageField(text: string, handle: DraftHandle) {
  const field = useRef<HTMLTextAreaElement>(null);
  const cursor = useRef<number>(undefined);
  const insertedAt = useRef<number>(undefined);

  useLayoutEffect(() => {
    const input = field.current;
    if (!input) return;
    if (!growsNatively) {
      input.style.height = "auto";
      input.style.height = `${input.scrollHeight}px`;
    }
    if (cursor.current === undefined || cursor.current > text.length) return;
    input.focus({ preventScroll: true });
    input.setSelectionRange(cursor.current, cursor.current);
    cursor.current = undefined;
  }, [text]);

  // Browsers place the cursor before existing text; a draft continues at its end.
  useLayoutEffect(() => {
    const end = handle.current().text.length;
    field.current?.setSelectionRange(end, end);
  }, [handle]);

  return useMemo(() => {
    const focus = () => field.current?.focus({ preventScroll: true });
    const write = (edit: TextEdit) => {
      cursor.current = edit.cursor;
      insertedAt.current = edit.cursor;
      handle.change(() => ({ text: edit.text }));
    };
    /** Inserts text at the cursor, unless it doesn't fit. */
    const insert = (piece: string) => {
      const { text } = handle.current();
      const from = field.current?.selectionStart ?? text.length;
      const to = field.current?.selectionEnd ?? from;
      const edit = insertText(text, from, to, piece);
      if (edit) write(edit);
      else focus();
    };
    const onBeforeInput = (event: { readonly data: string; preventDefault: () => void }) => {
      const { value = "", selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
      const typed = { typed: event.data, text: value, cursor: selectionStart, insertedAt: insertedAt.current };
      insertedAt.current = undefined;
      if (selectionStart === selectionEnd && isSecondBlank(typed)) event.preventDefault();
    };
    return { field, focus, write, insert, onBeforeInput };
  }, [handle]);
}

interface CutTextProps {
  /** What a paste brought beyond the limit; empty without one. */
  cut: string;
  /** What is kept for the next text. */
  rest: string;
  handle: DraftHandle;
  /** The offer is answered. */
  onDecided: () => void;
}

/** Says how much of a pasted text didn't fit, and keeps it for the next one if asked. */
function CutText({ cut, rest, handle, onDecided }: CutTextProps) {
  const keep = () => {
    handle.change(() => ({ rest: cut }));
    onDecided();
  };
  return (
    <p className={classes.cut} role="status">
      {cut !== "" && (
        <>
          {composerTexts.cut(cut.length)}
          <Button size="compact-xs" variant="subtle" onClick={keep}>
            {composerTexts.keepRest}
          </Button>
        </>
      )}
      {cut === "" && rest !== "" && (
        <>
          {composerTexts.kept(rest.length)}
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => handle.change(() => ({ rest: "" }))}>
            {composerTexts.discardRest}
          </Button>
        </>
      )}
    </p>
  );
}
