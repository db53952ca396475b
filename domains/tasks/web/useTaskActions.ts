import { IconBan, IconCheck, IconHandGrab, IconMessage, IconPencil, IconRotate, IconTrash } from "@tabler/icons-react";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import type { RowAction } from "#core/web/table/RowMenu.tsx";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { type Task, tasks } from "../contract.ts";
import { taskTexts } from "./texts.ts";

const { actions: texts } = taskTexts;
const refreshes = [tasks.table, tasks.counts];

/** What can be done with a task, by its state and who is asked. */
export function useTaskActions(open: (row: Task) => void): (row: Task) => RowAction[] {
  const me = useProfile().data?.id;
  const assign = useSend(tasks.assign, { invalidates: refreshes });
  const complete = useSend(tasks.complete, { invalidates: refreshes });
  const drop = useSend(tasks.drop, { invalidates: refreshes });
  const reopen = useSend(tasks.reopen, { invalidates: refreshes });
  const remove = useSend(tasks.remove, { invalidates: refreshes });

  const askToDelete = async ({ id, description }: Task) => {
    const { title, text, action } = taskTexts.remove;
    const confirmed = await confirm({ title, text: text(description), action, danger: true });
    if (confirmed) remove.mutate({ params: { id } });
  };

  return (row) => {
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
}
