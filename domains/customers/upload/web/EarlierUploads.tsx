import { Badge, Button, Group, Loader, Text } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { uploads } from "../contract.ts";
import type { Upload } from "../fields.ts";
import classes from "./EarlierUploads.module.css";
import { StepFrame } from "./StepFrame.tsx";
import { uploadName, uploadOutcome } from "./uploadTexts.ts";

interface Props {
  onOpen: (upload: Upload) => void;
  onDiscard: (upload: Upload) => void;
  onBack: () => void;
}

const states: Record<Upload["state"], { label: string; color: string }> = {
  preview: { label: "Unfinished", color: "yellow" },
  importing: { label: "In progress", color: "blue" },
  done: { label: "Imported", color: "green" },
  failed: { label: "Failed", color: "red" },
  undoing: { label: "Being undone", color: "blue" },
  undone: { label: "Undone", color: "gray" },
  discarded: { label: "Discarded", color: "gray" },
};

/** The location's imports and the member's own previews, newest first. */
export function EarlierUploads({ onOpen, onDiscard, onBack }: Props) {
  const query = useCall(uploads.list);
  const all = query.data?.uploads ?? [];
  return (
    <StepFrame
      title="Earlier uploads"
      next={
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
      }
    >
      {query.isPending && <Loader role="status" aria-label="Loading" />}
      {query.error && <LoadFailure failure={query.error} retry={query.refetch} />}
      {query.data && all.length === 0 && <Text>Nothing has been uploaded yet.</Text>}
      {all.length > 0 && (
        <ul className={classes.uploads}>
          {all.map((upload) => (
            <UploadItem key={upload.id} upload={upload} onOpen={onOpen} onDiscard={onDiscard} />
          ))}
        </ul>
      )}
    </StepFrame>
  );
}

function UploadItem({ upload, onOpen, onDiscard }: Pick<Props, "onOpen" | "onDiscard"> & { upload: Upload }) {
  const time = useTime();
  const { label, color } = states[upload.state];
  const name = uploadName(upload);
  const isPreview = upload.state === "preview";
  return (
    <li className={classes.upload}>
      <div className={classes.about}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Badge color={color} miw="max-content">
            {label}
          </Badge>
        </Group>
        <Text size="sm">{uploadOutcome(upload)}</Text>
        <Text size="sm" c="dimmed">
          {upload.created_by}, {time.dateTime(upload.created_at)}
        </Text>
      </div>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          aria-label={isPreview ? `Resume ${name}` : `Details of ${name}`}
          onClick={() => onOpen(upload)}
        >
          {isPreview ? "Resume" : "Details"}
        </Button>
        {isPreview && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={`Discard ${name}`}
            onClick={() => onDiscard(upload)}
          >
            Discard
          </Button>
        )}
      </Group>
    </li>
  );
}
