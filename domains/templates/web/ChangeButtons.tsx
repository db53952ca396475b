import { Alert, Button, Group } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { templateFormTexts as texts } from "./texts.ts";

interface Props {
  title: string;
  isSaving: boolean;
  isDeleting: boolean;
  onDelete: () => void;
}

/** Update and Delete of a saved template; deleting asks first. */
export function ChangeButtons({ title, isSaving, isDeleting, onDelete }: Props) {
  const askToDelete = async () => {
    const { text, ...question } = texts.removeQuestion;
    if (await confirm({ ...question, text: text(title), danger: true })) onDelete();
  };
  return (
    <Group>
      <Button type="submit" loading={isSaving}>
        {texts.update}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        loading={isDeleting}
        onClick={() => void askToDelete()}
      >
        {texts.remove}
      </Button>
    </Group>
  );
}

/** Says that someone else saved the open template meanwhile, and lets one choose whose is kept. */
export function SavedElsewhere({ onReload, onKeepMine }: { onReload: () => void; onKeepMine: () => void }) {
  return (
    <Alert color="yellow" title={texts.savedElsewhere}>
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={onReload}>
          {texts.reload}
        </Button>
        <Button variant="default" size="xs" onClick={onKeepMine}>
          {texts.keepMine}
        </Button>
      </Group>
    </Alert>
  );
}
