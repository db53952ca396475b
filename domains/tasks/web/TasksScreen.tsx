import { IconAdjustmentsHorizontal, IconListCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { type Task, type TaskView, tasks, taskViews } from "../contract.ts";
import { viewNames } from "../rules.ts";
import { AssigneeCell, CustomerCell, DescriptionCell, StatusCell } from "./Cells.tsx";
import { NoTasks } from "./NoTasks.tsx";
import { taskTexts } from "./texts.ts";
import { useFreshTasks } from "./useFreshTasks.ts";
import { useTaskActions } from "./useTaskActions.ts";
import { useTaskView } from "./useTaskView.ts";

const TaskDialog = lazyDialog(() => import("./TaskDialog.tsx"), "TaskDialog");
const TaskRulesDialog = lazyDialog(() => import("./TaskRulesDialog.tsx"), "TaskRulesDialog");

const { columns } = taskTexts;

/** The location's tasks. */
export function TasksScreen() {
  useFreshTasks();
  const time = useTime();
  const [view, show] = useTaskView();
  const [dialog, setDialog] = useState<"task" | "rules">();
  // Stays set while the dialog closes, so that its content doesn't change.
  const [task, setTask] = useState<Task>();
  const counts = useCall(tasks.counts).data;
  const open = (row?: Task) => {
    setTask(row);
    setDialog("task");
  };
  const close = () => setDialog(undefined);

  const actionsFor = useTaskActions(open);

  const viewCounts: Partial<Record<TaskView, number>> = { mine: counts?.mine, all: counts?.all };
  const overdue = view === "mine" ? counts?.mine_overdue : view === "all" ? counts?.overdue : 0;
  return (
    <Screen
      title={taskTexts.title}
      about={overdue ? taskTexts.overdue(overdue) : undefined}
      commands={{
        main: { label: taskTexts.add, icon: IconListCheck, needs: tasks.add, onClick: () => open() },
        others: [
          {
            label: taskTexts.rules,
            icon: IconAdjustmentsHorizontal,
            needs: tasks.changeRules,
            onClick: () => setDialog("rules"),
          },
        ],
      }}
    >
      <DataTable
        call={tasks.table}
        label={taskTexts.title}
        body={{ show: view }}
        filters={
          <FilterChip
            label={taskTexts.show}
            value={view}
            onChange={(value) => show(value as TaskView)}
            options={taskViews.map((value) => ({
              value,
              label: viewCounts[value] === undefined ? viewNames[value] : `${viewNames[value]} (${viewCounts[value]})`,
            }))}
          />
        }
        nameOf={(row) => row.description}
        empty={<NoTasks view={view} onAdd={() => open()} />}
        actions={actionsFor}
        columns={[
          { key: "id", label: columns.id, sortable: true, width: "6rem" },
          {
            key: "due_at",
            card: "line",
            label: columns.due,
            sortable: true,
            render: (row) => time.dateTime(row.due_at),
          },
          {
            key: "customer_name",
            card: "line",
            label: columns.customer,
            sortable: true,
            render: (row) => <CustomerCell {...row} />,
          },
          { key: "sales_rep", label: columns.salesRep, sortable: true, hideOnPhone: true },
          { key: "bdc_rep", label: columns.bdcRep, sortable: true, hideOnPhone: true },
          { key: "assignee", card: "aside", label: columns.assignee, sortable: true, render: AssigneeCell },
          { key: "description", card: "title", label: columns.description, sortable: true, render: DescriptionCell },
          {
            key: "status_name",
            card: "status",
            label: columns.status,
            sortable: true,
            render: (row) => <StatusCell {...row} />,
          },
        ]}
      />
      <TaskDialog opened={dialog === "task"} onClose={close} task={task} />
      <TaskRulesDialog opened={dialog === "rules"} onClose={close} />
    </Screen>
  );
}
