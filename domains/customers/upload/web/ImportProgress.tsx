import { Button, Text } from "@mantine/core";
import type { Upload } from "../fields.ts";
import { StepFrame } from "./StepFrame.tsx";
import { UploadProgressBar } from "./UploadProgressBar.tsx";

/** Progress of an import or undo, which continues in the background. */
export function ImportProgress({ upload, onClose }: { upload: Upload; onClose: () => void }) {
  const isUndo = upload.state === "undoing";
  return (
    <StepFrame
      title={isUndo ? "The import is being undone" : "The import is under way"}
      next={
        <Button variant="default" onClick={onClose}>
          Continue in background
        </Button>
      }
    >
      <UploadProgressBar upload={upload} />
      <Text size="sm">
        You can close this or leave the page: {isUndo ? "it" : "the import"} goes on, and the customers screen shows how
        far it is.
      </Text>
    </StepFrame>
  );
}
