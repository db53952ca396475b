import { Button } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { Initials } from "#core/web/layout/Initials.tsx";
import { DropMenu, type MenuOption } from "#core/web/menu/DropMenu.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import type { Chat } from "#domains/inbox/contract.ts";
import { useOptimisticUpdate } from "#domains/inbox/sync/web/useOptimisticUpdate.ts";
import { chatAssignment } from "../contract.ts";
import { useMembers } from "./AssigneeBadge.tsx";
import classes from "./AssignMenu.module.css";

/** Shows the assignee, and a menu to assign the chat. */
export function AssignMenu({ chat }: { chat: Chat }) {
  const { members, me } = useMembers();
  const assign = useOptimisticUpdate(chatAssignment.assign, chat.id);
  const may = useCan(chatAssignment.assign);
  const { assigned_to } = chat;
  const assignTo = (id: number | null) => {
    if (id === assigned_to) return;
    assign.update({ body: { chat_id: chat.id, user_id: id ?? "" } }, { assigned_to: id });
  };
  const item = (id: number | null, label: string): MenuOption => ({
    name: String(id),
    label,
    checked: id === assigned_to,
    onClick: () => assignTo(id),
  });
  const assignee = members.find(({ id }) => id === assigned_to);
  const others = members.filter(({ id }) => id !== me).map(({ id, name }) => item(id, name));
  const items = [...(me === undefined ? [] : [item(me, "Me")]), ...others, item(null, "Nobody")];
  const name = assignee?.id === me ? "you" : assignee?.name;
  const label = assignee ? `Assigned to ${name}` : "Assign to a colleague";
  const trigger = (
    <Button
      disabled={!may}
      variant="default"
      size="sm"
      className={classes.assignee}
      aria-label={label}
      title={label}
      leftSection={
        assignee ? (
          <Initials initials={assignee.name_initials} seed={assignee.name} size={22} image={assignee.user_image} />
        ) : (
          <IconUserPlus size={18} aria-hidden />
        )
      }
    >
      <span className={classes.text}>{assignee ? (assignee.id === me ? "You" : assignee.first_name) : "Assign"}</span>
    </Button>
  );
  // Those who can't assign still see the assignee.
  if (!may) return assignee ? trigger : null;
  return <DropMenu heading="Assign to" width={220} items={items} trigger={trigger} />;
}
