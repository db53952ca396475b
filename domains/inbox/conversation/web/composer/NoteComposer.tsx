import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { useMembers } from "#domains/inbox/list/web/AssigneeBadge.tsx";
import { emptyDraft } from "#domains/inbox/sync/web/drafts.ts";
import { useDraft } from "#domains/inbox/sync/web/useDraft.ts";
import { mentionedMembers } from "#domains/team/rules.ts";
import { chatNotes, maxNoteMentions } from "../../contract.ts";
import classes from "./NoteComposer.module.css";
import { NoteInput, useNoteId } from "./NoteInput.tsx";
import { composerTexts } from "./texts.ts";

/** Writes an internal note. It stays in its field until it is saved. */
export function NoteComposer({ chatId, kinds }: { chatId: number; kinds: ReactNode }) {
  const { draft, handle } = useDraft(chatId, "note");
  const { members } = useMembers();
  const form = useRef<HTMLFormElement>(null);
  const mentioned = mentionedMembers(draft.text, members).slice(0, maxNoteMentions);
  const { idOf, markSaved } = useNoteId();
  const add = useSend(chatNotes.add, {
    invalidates: [chatNotes.ofChat],
    onSuccess: (_, { body }) => {
      markSaved();
      // What was typed while it was being saved stays.
      if (handle.current().text === body?.note) handle.change(() => emptyDraft);
    },
  });
  useEffect(() => form.current?.querySelector("textarea")?.focus({ preventScroll: true }), []);
  const save = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (draft.text.trim() === "" || add.isPending) return;
    const mentions = mentioned.map(({ id }) => id);
    add.mutate({ body: { chat_id: chatId, note: draft.text, mentions, client_id: idOf(draft.text) } });
  };
  return (
    <form ref={form} className={classes.composer} onSubmit={save}>
      <div className={classes.box}>
        {kinds}
        <div className={classes.field}>
          <NoteInput
            isCompact
            members={members}
            notified={mentioned.map(({ name }) => name)}
            value={draft.text}
            onChange={(text) => handle.change(() => ({ text }))}
            onKeyDown={(event) => {
              if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) save(event);
            }}
          />
        </div>
      </div>
      <div className={classes.bar}>
        <p className={classes.hint}>
          <IconLock size={14} aria-hidden /> {composerTexts.onlyTeam}
        </p>
        <Button
          type="submit"
          title={composerTexts.saveTitle}
          disabled={draft.text.trim() === ""}
          loading={add.isPending}
        >
          {composerTexts.save}
        </Button>
      </div>
    </form>
  );
}
