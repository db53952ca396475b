import { Button } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { type TaskView, tasks } from "../contract.ts";
import { taskTexts } from "./texts.ts";

/** In place of the tasks of a view that has none. */
export function NoTasks({ view, onAdd }: { view: TaskView; onAdd: () => void }) {
  return (
    <EmptyState
      icon={IconListCheck}
      action={
        <Can use={tasks.add}>
          <Button variant="default" onClick={onAdd}>
            {taskTexts.add}
          </Button>
        </Can>
      }
    >
      {taskTexts.none[view]}
    </EmptyState>
  );
}
