import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { chatNotes, maxNoteMentions } from "#domains/inbox/conversation/contract.ts";
import { NoteInput, useNoteId } from "#domains/inbox/conversation/web/composer/NoteInput.tsx";
import { team } from "#domains/team/contract.ts";
import { mentionedMembers } from "#domains/team/rules.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  chat_id: number;
}

/** Adds a note and notifies the colleagues it mentions. */
export function AddNoteDialog({ opened, onClose, chat_id }: Props) {
  const members = useCall(team.chat).data?.teamMembers ?? [];
  const { idOf, markSaved } = useNoteId();
  const close = () => {
    add.form.reset();
    onClose();
  };
  const add = useCallForm(chatNotes.add, {
    initialValues: { note: "", chat_id },
    toBody: ({ note }) => ({
      chat_id,
      note,
      mentions: mentionedMembers(note, members).map(({ id }) => id),
      client_id: idOf(note),
    }),
    invalidates: [chatNotes.ofChat],
    invalidToast: "warning",
    onSuccess: () => {
      markSaved();
      close();
    },
  });
  const mentioned = mentionedMembers(add.form.values.note, members).slice(0, maxNoteMentions);
  return (
    <FormDialog opened={opened} onClose={close} title="Add a note" action="Add" form={add}>
      <NoteInput
        members={members}
        notified={mentioned.map(({ name }) => name)}
        {...add.form.getInputProps("note")}
        onChange={(note: string) => add.form.setFieldValue("note", note)}
      />
    </FormDialog>
  );
}
