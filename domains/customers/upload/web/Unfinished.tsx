import { Alert, Button, Group, Text } from "@mantine/core";
import { useTime } from "#core/web/time.ts";
import { useCall } from "#core/web/useCall.ts";
import { previewDays, type Upload, uploads } from "../contract.ts";
import { counted, nameOf } from "./uploadTexts.ts";

interface Props {
  onOpen: (upload: Upload) => void;
  onDiscard: (upload: Upload) => void;
}

/** The newest upload that one began and did not finish. */
export function Unfinished({ onOpen, onDiscard }: Props) {
  const time = useTime();
  const left = useCall(uploads.list).data?.uploads.find(({ state }) => state === "preview");
  if (!left) return null;
  return (
    <Alert color="yellow" title="You have an upload that is not finished">
      <Text size="sm" mb="xs">
        {nameOf(left)}, {counted(left.counts.total, "row")}, from {time.dateTime(left.created_at)}. It is kept for{" "}
        {previewDays} days.
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => onOpen(left)}>
          Go on with it
        </Button>
        <Button size="xs" variant="subtle" color="red" onClick={() => onDiscard(left)}>
          Discard it
        </Button>
      </Group>
    </Alert>
  );
}
