import { Badge } from "@mantine/core";
import { IconPencil, IconTrash, IconUserCheck } from "@tabler/icons-react";
import { useSend } from "#core/web/call/useSend.ts";
import { useSession } from "#core/web/session/session.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { PersonCard } from "#domains/team/person/web/PersonCard.tsx";
import { type Member, roleNames, team } from "../contract.ts";

interface Props {
  member: Member;
  onEdit: () => void;
  onRemove: () => void;
}

/** A member with the owner's actions. */
export function MemberCard({ member, onEdit, onRemove }: Props) {
  const { id, user_type, user_image, is_active, must_change_password, last_seen_at } = member;
  const time = useTime();
  // Support access does not get this field.
  const showsLastSeen = !useSession()?.visiting;
  const toggle = useSend(team.remove, { invalidates: [team.list, team.chat] });
  const deactivate = {
    needs: team.remove,
    label: "Delete",
    icon: IconTrash,
    danger: true,
    onClick: onRemove,
  };
  const reactivate = {
    needs: team.remove,
    label: "Reactivate",
    icon: IconUserCheck,
    onClick: () => toggle.mutate({ params: { id }, body: { is_active: 1 } }),
  };
  const edit = { needs: team.update, label: "Edit", icon: IconPencil, onClick: onEdit };
  return (
    <PersonCard
      person={member}
      image={user_image}
      isInactive={!is_active}
      actions={user_type === "dealer" ? [edit] : [edit, is_active ? deactivate : reactivate]}
      facts={showsLastSeen ? { "Last seen": last_seen_at ? time.dateTime(last_seen_at) : "Never" } : {}}
      badges={
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
              Password change required
            </Badge>
          )}
        </>
      }
    />
  );
}
