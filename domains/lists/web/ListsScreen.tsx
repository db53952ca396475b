import { Anchor, Button } from "@mantine/core";
import { IconCheck, IconListDetails, IconLoader2, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { countText } from "#core/count.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { StatusBadge } from "#core/web/status/StatusBadge.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { type CustomerList, listEvents, lists } from "../contract.ts";
import { deletionNotice, statusNames } from "../rules.ts";
import classes from "./ListsScreen.module.css";
import { listTexts } from "./texts.ts";

const AddListDialog = lazyDialog(() => import("./ListDialogs.tsx"), "AddListDialog");
const RenameListDialog = lazyDialog(() => import("./ListDialogs.tsx"), "RenameListDialog");

/** The location's lists of customers. */
export function ListsScreen() {
  const time = useTime();
  const [dialog, setDialog] = useState<"add" | "rename">();
  // Kept while the dialog closes, so that its content doesn't change during the transition.
  const [list, setList] = useState<CustomerList>();
  const canChange = useCan(lists.update);
  const remove = useSend(lists.remove, { invalidates: [lists.table, lists.search] });

  useFreshCalls([lists.table], listEvents.processing);

  const close = () => setDialog(undefined);
  const rename = (row: CustomerList) => {
    setList(row);
    setDialog("rename");
  };

  const askToDelete = async ({ id, title, customers_count }: CustomerList) => {
    const text = `“${title}” will be permanently deleted. ${deletionNotice(customers_count)}`;
    const confirmed = await confirm({ title: "Delete list", text, action: "Delete", danger: true });
    if (confirmed) remove.mutate({ params: { id } });
  };

  const actionsFor = (row: CustomerList) => [
    { label: "Edit", icon: IconPencil, onClick: () => rename(row) },
    { label: "Delete", icon: IconTrash, danger: true, onClick: () => askToDelete(row) },
  ];

  return (
    <Screen
      title="Customer Lists"
      commands={{
        main: canChange ? { label: "Add Customers List", icon: IconPlus, onClick: () => setDialog("add") } : undefined,
      }}
    >
      <DataTable
        call={lists.table}
        label="Customer lists"
        empty={<NoLists onAdd={canChange ? () => setDialog("add") : undefined} />}
        nameOf={(row) => row.title}
        actions={canChange ? actionsFor : undefined}
        selection={
          canChange ? { actions: (chosen, clear) => <ChosenLists chosen={chosen} clear={clear} /> } : undefined
        }
        columns={[
          { key: "no", label: "No.", width: "4rem", card: "more" },
          { key: "title", label: "List Name", sortable: true, card: "title", render: NameCell },
          { key: "status", label: "Status", card: "status", render: StatusCell },
          {
            key: "customers_count",
            label: "Customers",
            align: "right",
            width: "8rem",
            card: "line",
            render: (row) => <CountCell {...row} />,
          },
          {
            key: "created_on",
            label: "Created on",
            sortable: true,
            card: "aside",
            render: (row) => <time title={time.dateTime(row.created_on)}>{time.date(row.created_on)}</time>,
          },
        ]}
      />
      <AddListDialog opened={dialog === "add"} onClose={close} />
      {list && <RenameListDialog opened={dialog === "rename"} onClose={close} list={list} />}
    </Screen>
  );
}

/** In place of the lists of a location that has none yet. */
function NoLists({ onAdd }: { onAdd: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={IconListDetails}
      action={
        onAdd && (
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
            {listTexts.create}
          </Button>
        )
      }
    >
      {listTexts.none}
    </EmptyState>
  );
}

/** The number alone under its head; on a phone, where a card has no heads, with its word. */
function CountCell({ customers_count }: CustomerList) {
  return (
    <>
      {countText(customers_count)}
      <span className={classes.word}> {customers_count === 1 ? "customer" : "customers"}</span>
    </>
  );
}

/** Links to the list's customers. */
function NameCell({ id, title }: CustomerList) {
  return (
    <Anchor component={Link} className={classes.title} to={`/customers/${id}`}>
      {title}
    </Anchor>
  );
}

const looks = {
  0: { tone: "blue", icon: IconLoader2 },
  1: { tone: "green", icon: IconCheck },
} as const;

function StatusCell({ status }: CustomerList) {
  return <StatusBadge {...looks[status]}>{statusNames[status]}</StatusBadge>;
}

interface Props {
  chosen: readonly CustomerList[];
  clear: () => void;
}

/** Actions for the selected lists. */
function ChosenLists({ chosen, clear }: Props) {
  const [isDeleting, setIsDeleting] = useState(false);
  const remove = useSend(lists.remove, { invalidates: [lists.table, lists.search], quiet: "success" });

  const askToDelete = async () => {
    const titles = chosen.map(({ title }) => `“${title}”`).join(", ");
    const text = `${titles} will be permanently deleted. The customers in them stay.`;
    if (!(await confirm({ title: "Delete lists", text, action: "Delete", danger: true }))) return;
    setIsDeleting(true);
    let deleted = 0;
    // A list that can't be deleted shows its error; the others are still deleted.
    for (const { id } of chosen) {
      await remove.mutateAsync({ params: { id } }).then(
        () => deleted++,
        () => undefined,
      );
    }
    setIsDeleting(false);
    clear();
    if (deleted > 0) toast.success(deleted === 1 ? "List deleted" : `${deleted} lists deleted`);
  };

  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconTrash size={16} aria-hidden />}
      loading={isDeleting}
      onClick={askToDelete}
    >
      Delete
    </Button>
  );
}
