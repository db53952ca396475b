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

/** Asks for a note. Whoever is named in it behind an @ is told. */
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
  const named = namedIn(add.form.values.note, members).slice(0, mostMentions);
  return (
    <FormDialog opened={opened} onClose={close} title="Add a note" action="Add" form={add}>
      <NoteInput
        members={members}
        told={named.map(({ name }) => name)}
        {...add.form.getInputProps("note")}
        onChange={(note: string) => add.form.setFieldValue("note", note)}
      />
    </FormDialog>
  );
}
