import { FormDialog } from "#core/web/FormDialog.tsx";
import { useCall } from "#core/web/useCall.ts";
import { useCallForm } from "#core/web/useCallForm.ts";
import { team } from "#domains/team/contract.ts";
import { namedIn } from "#domains/team/rules.ts";
import { chatNotes, mostMentions } from "../contract.ts";
import { NoteInput } from "./NoteInput.tsx";

interface Props {
  opened: boolean;
  onClose: () => void;
  chat_id: number;
}

/** Adds a note and notifies the colleagues it mentions. */
export function AddNoteDialog({ opened, onClose, chat_id }: Props) {
  const members = useCall(team.chat).data?.teamMembers ?? [];
  const close = () => {
    add.form.reset();
    onClose();
  };
  const add = useCallForm(chatNotes.add, {
    initialValues: { note: "", chat_id },
    toBody: ({ note }) => ({ chat_id, note, mentions: namedIn(note, members).map(({ id }) => id) }),
    refreshes: [chatNotes.ofChat],
    complainAs: "warning",
    onSuccess: close,
  });
  const mentioned = namedIn(add.form.values.note, members).slice(0, mostMentions);
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
