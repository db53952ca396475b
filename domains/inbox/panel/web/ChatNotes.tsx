import { ActionIcon, Alert, Skeleton } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { AddButton } from "#core/web/layout/AddButton.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { type ChatNote, chatNoteEvents, chatNotes } from "#domains/inbox/conversation/contract.ts";
import { NoteText } from "#domains/inbox/conversation/web/NoteText.tsx";
import classes from "./ChatNotes.module.css";

const AddNoteDialog = lazyDialog(() => import("./AddNoteDialog.tsx"), "AddNoteDialog");

/** The team's notes about a chat, newest first; updates in realtime. */
export function ChatNotes({ chat_id }: { chat_id: number }) {
  const { data, error } = useCall(chatNotes.ofChat, { params: { chat_id } });
  const [adding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  useNotesRefresh(chat_id);
  if (error && !data) return <Alert color="red" title={error.message} />;
  if (!data) return <Skeleton height={60} aria-hidden />;
  return (
    <>
      <AddButton use={chatNotes.add} ref={add} onClick={() => setAdding(true)}>
        Add a note
      </AddButton>
      {data.length === 0 && <p className={classes.none}>No notes yet. Customers never see them.</p>}
      <ul className={classes.notes}>
        {data.map((note) => (
          <Note key={note.id} chat_id={chat_id} note={note} onRemoved={() => add.current?.focus()} />
        ))}
      </ul>
      <AddNoteDialog opened={adding} onClose={() => setAdding(false)} chat_id={chat_id} />
    </>
  );
}

interface NoteProps {
  chat_id: number;
  note: ChatNote;
  onRemoved: () => void;
}

function Note({ chat_id, note, onRemoved }: NoteProps) {
  const { dateTime } = useTime();
  const remove = useSend(chatNotes.remove, { invalidates: [chatNotes.ofChat], onSuccess: onRemoved });
  const may = useCan(chatNotes.remove);
  const author = note.created_by_name;
  const when = dateTime(note.created_date);
  const confirmAndDelete = async () => {
    const text = "It's deleted for the whole team. This can't be undone.";
    if (remove.isPending) return;
    if (await confirm({ title: "Delete this note?", text, action: "Delete", danger: true })) {
      remove.mutate({ params: { chat_id, note_id: note.id } });
    }
  };
  return (
    <li className={classes.note}>
      <p className={classes.text}>
        <NoteText text={note.note} />
      </p>
      <div className={classes.foot}>
        <span>
          {author} · <time dateTime={note.created_date}>{when}</time>
        </span>
        {note.may_delete === 1 && may && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            title="Delete note"
            aria-label={`Delete the note by ${author}, ${when}`}
            onClick={() => void confirmAndDelete()}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </li>
  );
}

function useNotesRefresh(chat_id: number): void {
  useFreshCalls([chatNotes.ofChat], chatNoteEvents.changed, {
    isShown: ({ target_id }) => target_id === chat_id,
  });
}
