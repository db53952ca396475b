import { Alert, List } from "@mantine/core";
import "@mantine/core/styles/List.layer.css";
import { useCall } from "#core/web/call/useCall.ts";
import { lists } from "#domains/lists/contract.ts";
import { undoDays } from "../contract.ts";
import type { Upload } from "../fields.ts";
import type { ChosenList } from "./chosenList.ts";
import { importSentences } from "./uploadTexts.ts";

interface Props {
  upload: Upload;
  list: ChosenList;
  known: Upload["known"];
}

/** What Continue will do. */
export function ImportPlan({ upload, list, known }: Props) {
  const list_id = list.way === "existing" && list.list_id !== null ? list.list_id : undefined;
  const listQuery = useCall(lists.search, { body: { list_id } }, { enabled: list_id !== undefined });
  const titles = {
    none: undefined,
    new: list.title.trim(),
    existing: listQuery.data?.allCustomersLists.find(({ id }) => id === list_id)?.title ?? "",
  };
  return (
    <Alert color="blue" title="What will happen">
      <List size="sm" spacing={4}>
        {importSentences(upload.counts, known, titles[list.way]).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
        <List.Item>It is done for all of these rows or for none, and can be undone for {undoDays} days.</List.Item>
      </List>
    </Alert>
  );
}
