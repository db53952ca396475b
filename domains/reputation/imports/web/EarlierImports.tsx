import { Button, Text } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { reviewImports } from "../contract.ts";
import classes from "./ImportReviews.module.css";
import { reviewImportTexts as texts } from "./texts.ts";

/** The location's earlier imports, each of which can be undone for a while. */
export function EarlierImports({ onUndo }: { onUndo: (id: number) => void }) {
  const time = useTime();
  const imports = useCall(reviewImports.list).data?.imports ?? [];
  if (imports.length === 0) return null;
  const ask = async (id: number) => {
    const question = { title: texts.undoTitle, text: texts.undoText, action: texts.undo, danger: true };
    if (await confirm(question)) onUndo(id);
  };
  return (
    <section aria-label={texts.earlier}>
      <Text fw={600}>{texts.earlier}</Text>
      <ul className={classes.earlier}>
        {imports.map(({ id, file_name, imported_by, imported_at, rows_added, undone_at, can_undo }) => (
          <li key={id}>
            <span dir="auto">
              {texts.done(file_name, rows_added, time.date(imported_at))}
              <Text size="xs" c="dimmed">
                {undone_at === null ? texts.by(imported_by) : texts.undone}
              </Text>
            </span>
            {can_undo === 1 && (
              <Button variant="default" size="compact-sm" onClick={() => void ask(id)}>
                {texts.undo}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
