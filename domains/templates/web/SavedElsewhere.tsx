import { Alert, Button, Group } from "@mantine/core";
import { templateFormTexts as texts } from "./texts.ts";

/** Says that somebody else saved the open template meanwhile, and lets one choose whose is kept. */
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
