import { Button, NativeSelect } from "@mantine/core";
import {
  IconAdjustmentsHorizontal,
  IconBan,
  IconCheck,
  IconHandGrab,
  IconListCheck,
  IconMessage,
  IconPencil,
  IconRotate,
  IconTrash,
} from "@tabler/icons-react";
import { useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { type Task, type TaskView, tasks, taskViews } from "../contract.ts";
import { viewNames } from "../rules.ts";
import { AssigneeCell, CustomerCell, DescriptionCell, StatusCell } from "./Cells.tsx";
import { taskTexts } from "./texts.ts";
import { useFreshTasks } from "./useFreshTasks.ts";
import { useTaskView } from "./useTaskView.ts";

const TaskDialog = lazyDialog(() => import("./TaskDialog.tsx"), "TaskDialog");
const TaskRulesDialog = lazyDialog(() => import("./TaskRulesDialog.tsx"), "TaskRulesDialog");

const { actions: texts, columns } = taskTexts;
const refreshes = [tasks.table, tasks.counts];

/** The location's tasks. */
export function TasksScreen() {
  useFreshTasks();
  const time = useTime();
  const [view, show] = useTaskView();
  const [dialog, setDialog] = useState<"task" | "rules">();
  // Stays set while the dialog closes, so that its content doesn't change.
  const [task, setTask] = useState<Task>();
  const me = useProfile().data?.id;
  const counts = useCall(tasks.counts).data;
  const assign = useSend(tasks.assign, { invalidates: refreshes });
  const complete = useSend(tasks.complete, { invalidates: refreshes });
  const drop = useSend(tasks.drop, { invalidates: refreshes });
  const reopen = useSend(tasks.reopen, { invalidates: refreshes });
  const remove = useSend(tasks.remove, { invalidates: refreshes });

  const open = (row?: Task) => {
    setTask(row);
    setDialog("task");
  };
  const close = () => setDialog(undefined);

  const askToDelete = async ({ id, description }: Task) => {
    const { title, text, action } = taskTexts.remove;
    const confirmed = await confirm({ title, text: text(description), action, danger: true });
    if (confirmed) remove.mutate({ params: { id } });
  };

  const actionsFor = (row: Task) => {
    const params = { id: row.id };
    const isOpen = row.ended_at === null;
    const chat = { label: texts.openConversation, icon: IconMessage, to: `/inbox/all/${row.chat_id}` };
    const take = { needs: tasks.assign, label: texts.assignToMe, icon: IconHandGrab };
    return [
      ...(row.chat_id === null ? [] : [chat]),
      ...(isOpen
        ? [
            {
              needs: tasks.complete,
              label: texts.complete,
              icon: IconCheck,
              onClick: () => complete.mutate({ params }),
            },
            { needs: tasks.drop, label: texts.dismiss, icon: IconBan, onClick: () => drop.mutate({ params }) },
            ...(row.assigned_to === me
              ? []
              : [{ ...take, onClick: () => assign.mutate({ params, body: { user_id: me ?? "" } }) }]),
            { needs: tasks.update, label: texts.edit, icon: IconPencil, onClick: () => open(row) },
          ]
        : [{ needs: tasks.reopen, label: texts.reopen, icon: IconRotate, onClick: () => reopen.mutate({ params }) }]),
      { needs: tasks.remove, label: texts.remove, icon: IconTrash, danger: true, onClick: () => askToDelete(row) },
    ];
  };

  const viewCounts: Partial<Record<TaskView, number>> = { mine: counts?.mine, all: counts?.all };
  const overdue = view === "mine" ? counts?.mine_overdue : view === "all" ? counts?.overdue : 0;
  return (
    <Screen
      title={taskTexts.title}
      about={overdue ? taskTexts.overdue(overdue) : undefined}
      actions={
        <>
          <Can use={tasks.changeRules}>
            <Button
              variant="default"
              leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
              onClick={() => setDialog("rules")}
            >
              {taskTexts.rules}
            </Button>
          </Can>
          <Can use={tasks.add}>
            <Button leftSection={<IconListCheck size={18} aria-hidden />} onClick={() => open()}>
              {taskTexts.add}
            </Button>
          </Can>
        </>
      }
    >
      <DataTable
        call={tasks.table}
        label={taskTexts.title}
        body={{ show: view }}
        filters={
          <NativeSelect
            aria-label={taskTexts.show}
            value={view}
            onChange={({ currentTarget }) => show(currentTarget.value as TaskView)}
            data={taskViews.map((value) => ({
              value,
              label: viewCounts[value] === undefined ? viewNames[value] : `${viewNames[value]} (${viewCounts[value]})`,
            }))}
          />
        }
        nameOf={(row) => row.description}
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
