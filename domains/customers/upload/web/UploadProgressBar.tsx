import { Progress, Text } from "@mantine/core";
import { countText } from "#core/count.ts";
import type { Upload } from "../fields.ts";
import { pluralize, uploadName } from "./uploadTexts.ts";

/** Progress bar of an import or undo, with its numbers. */
export function UploadProgressBar({ upload }: { upload: Upload }) {
  const { done, total } = upload.progress;
  const what = `${upload.state === "undoing" ? "Undoing the import of" : "Importing"} ${uploadName(upload)}`;
  const percent = total > 0 ? Math.floor((done / total) * 100) : 0;
  return (
    <div>
      <Text size="sm" mb={4}>
        {what}: {countText(done)} of {pluralize(total, "row")}
      </Text>
      <Progress value={percent} animated aria-label={what} />
    </div>
  );
}
