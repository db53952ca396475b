import { Select, Text } from "@mantine/core";
import { useId } from "react";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { distinctOptions } from "#core/web/form/distinctOptions.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { chatTags } from "#domains/inbox/list/contract.ts";
import type { Tag } from "#domains/tags/contract.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  chat_id: number;
  /** The tags that the chat doesn't have. */
  tags: readonly Tag[];
  onAdded: () => void;
}

/** Adds a tag to a chat. */
export function AddTagDialog({ opened, onClose, chat_id, tags, onAdded }: Props) {
  const add = useCallForm(chatTags.add, {
    initialValues: { chat_id, tag_id: null as string | null },
    invalidates: [chatTags.ofChat, chatTags.all],
    invalidToast: "warning",
    onSuccess: () => {
      onAdded();
      close();
    },
  });
  const hintId = useId();
  const close = () => {
    add.form.reset();
    onClose();
  };
  return (
    <FormDialog opened={opened} onClose={close} title="Add a tag" action="Add" form={add}>
      <Select
        label="Tag"
        placeholder="Select a tag"
        withAsterisk
        searchable
        openOnFocus={false}
        nothingFoundMessage="No tags found"
        data={distinctOptions(tags.map(({ id, name }) => ({ value: String(id), label: name })))}
        aria-describedby={tags.length === 0 ? hintId : undefined}
        {...add.form.getInputProps("tag_id")}
      />
      {tags.length === 0 && (
        <Text id={hintId} size="sm" c="dimmed">
          This chat already has every tag.
        </Text>
      )}
    </FormDialog>
  );
}
