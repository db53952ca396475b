import { Badge } from "@mantine/core";
import { IconPencil, IconTrash, IconUserCheck } from "@tabler/icons-react";
import { confirm } from "#core/web/confirm.tsx";
import { useSession } from "#core/web/session.ts";
import { useTime } from "#core/web/time.ts";
import { useSend } from "#core/web/useSend.ts";
import { Card } from "#domains/team/person/web/public.tsx";
import { type Member, roleNames, team } from "../contract.ts";

const leaving =
  "They are signed out at once and can't sign in any more. Their chats and open tasks are handed to you; texts that " +
  "they scheduled are still sent. You can bring them back with “Re-active”.";

/** A member, with what the owner can do about them. */
export function MemberCard({ member, onEdit }: { member: Member; onEdit: () => void }) {
  const { id, first_name, last_name, user_type, user_image, is_active, must_change_password, last_seen_at } = member;
  const time = useTime();
  // Whoever only looks into the account is not told.
  const isTold = !useSession()?.visiting;
  const toggle = useSend(team.remove, { refreshes: [team.list, team.chat] });
  const remove = async () => {
    const title = `Delete ${first_name} ${last_name}?`;
    if (await confirm({ title, text: leaving, action: "Delete", danger: true })) toggle.mutate({ params: { id } });
  };
  const leave = { needs: team.remove, label: "Delete", icon: IconTrash, danger: true, onClick: () => void remove() };
  const comeBack = {
    needs: team.remove,
    label: "Re-active",
    icon: IconUserCheck,
    onClick: () => toggle.mutate({ params: { id } }),
  };
  const edit = { needs: team.update, label: "Edit", icon: IconPencil, onClick: onEdit };
  return (
    <Card
      person={member}
      image={user_image}
      isAway={!is_active}
      actions={user_type === "dealer" ? [edit] : [edit, is_active ? leave : comeBack]}
      facts={isTold ? { "Last seen": last_seen_at ? time.dateTime(last_seen_at) : "Never" } : {}}
      marks={
        <>
          <Badge variant="light" color={user_type === "agent" ? "gray" : "harbor"}>
            {roleNames[user_type]}
          </Badge>
          {!is_active && (
            <Badge variant="light" color="red">
              Deleted
            </Badge>
          )}
          {is_active && must_change_password && (
            <Badge variant="light" color="yellow">
              Has to choose a password
            </Badge>
          )}
        </>
      }
    />
  );
}
