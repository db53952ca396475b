import { Alert, Button, Group, Text } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { previewDays, uploads } from "../contract.ts";
import type { Upload } from "../fields.ts";
import { pluralize, uploadName } from "./uploadTexts.ts";

interface Props {
  onOpen: (upload: Upload) => void;
  onDiscard: (upload: Upload) => void;
}

/** The member's newest unfinished upload. */
export function Unfinished({ onOpen, onDiscard }: Props) {
  const time = useTime();
  const preview = useCall(uploads.list).data?.uploads.find(({ state }) => state === "preview");
  if (!preview) return null;
  return (
    <Alert color="yellow" title="You have an upload that is not finished">
      <Text size="sm" mb="xs">
        {uploadName(preview)}, {pluralize(preview.counts.total, "row")}, from {time.dateTime(preview.created_at)}. It is
        kept for {previewDays} days.
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => onOpen(preview)}>
          Resume
        </Button>
        <Button size="xs" variant="subtle" color="red" onClick={() => onDiscard(preview)}>
          Discard it
        </Button>
      </Group>
    </Alert>
  );
}
