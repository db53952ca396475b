import { Badge, Button, NativeSelect, Skeleton, VisuallyHidden } from "@mantine/core";
import { IconMailPlus, IconPencil, IconPlus, IconTrash, IconUserCheck, IconUsersGroup } from "@tabler/icons-react";
import { useState } from "react";
import { useLocation } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useSession } from "#core/web/session/session.ts";
import { useQueryFilter } from "#core/web/table/useTableQuery.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { invitations } from "#domains/team/invitations/contract.ts";
import { InvitationCards } from "#domains/team/invitations/web/InvitationCards.tsx";
import { PersonCard } from "#domains/team/person/web/PersonCard.tsx";
import { type Member, roleNames, team, teamEvents } from "../contract.ts";
import classes from "./TeamScreen.module.css";

const AddMemberDialog = lazyDialog(() => import("./AddMemberDialog.tsx"), "AddMemberDialog");
const InviteDialog = lazyDialog(() => import("#domains/team/invitations/web/InviteDialog.tsx"), "InviteDialog");
const RemoveMemberDialog = lazyDialog(() => import("./RemoveMemberDialog.tsx"), "RemoveMemberDialog");
const UpdateMemberDialog = lazyDialog(() => import("./UpdateMemberDialog.tsx"), "UpdateMemberDialog");

/** The open dialog; `member` stays set during the closing animation. */
interface DialogState {
  readonly name?: "add" | "invite" | "update" | "remove" | undefined;
  readonly member?: Member;
}

const filters = {
  "": () => true,
  active: ({ is_active }: Member) => is_active,
  deleted: ({ is_active }: Member) => !is_active,
} as const;
type FilterName = keyof typeof filters;
const choices = [
  { value: "", label: "Everyone" },
  { value: "active", label: "Active" },
  { value: "deleted", label: "Deleted" },
];

/** The members of the business and the open invitations. */
export function TeamScreen() {
  const members = useCall(team.list);
  const [filter, setFilter] = useQueryFilter("show");
  // Links that say "Invite the team" open the dialog, too.
  const isInviting = Boolean(useLocation().state?.invite);
  const [dialog, setDialog] = useState<DialogState>(isInviting ? { name: "invite" } : {});
  const open = (name: DialogState["name"], member?: Member) =>
    setDialog((current) => ({ ...current, name, ...(member && { member }) }));
  const close = () => setDialog((current) => ({ ...current, name: undefined }));
  useFreshCalls([team.list, team.chat, invitations.list], teamEvents.changed);

  const matches = filters[filter in filters ? (filter as FilterName) : ""];
  const all = members.data?.teamMembers ?? [];
  const visible = all.filter(matches);
  return (
    <Screen
      title="Team"
      actions={
        <>
          <NativeSelect aria-label="Show" data={choices} value={filter} onChange={(e) => setFilter(e.target.value)} />
          <Can use={invitations.send}>
            <Button
              variant="default"
              leftSection={<IconMailPlus size={18} aria-hidden />}
              onClick={() => open("invite")}
            >
              Invite
            </Button>
          </Can>
        </>
      }
    >
      {members.isError && <LoadFailure failure={members.error} retry={members.refetch} />}
      <ul className={classes.cards} aria-label="Team members" aria-busy={members.isPending}>
        {members.isPending &&
          [1, 2, 3].map((place) => <Skeleton key={place} component="li" height={260} radius="lg" />)}
        {visible.map((member) => (
          <MemberCard
            key={member.id}
            member={member}
            onEdit={() => open("update", member)}
            onRemove={() => open("remove", member)}
          />
        ))}
        {members.data && filter !== "deleted" && <InvitationCards />}
        {members.data && filter !== "deleted" && (
          <Can use={team.add}>
            <li className={classes.tile}>
              <button type="button" onClick={() => open("add")}>
                <IconPlus size={32} aria-hidden />
                Add Member
              </button>
            </li>
          </Can>
        )}
      </ul>
      {members.data && filter === "deleted" && visible.length === 0 && (
        <EmptyState
          icon={IconUsersGroup}
          action={
            <Button variant="default" onClick={() => setFilter("")}>
              Show everyone
            </Button>
          }
        >
          No deleted members. People who leave the team appear here and can be restored.
        </EmptyState>
      )}
      <VisuallyHidden role="status">{members.data ? `${visible.length} of ${all.length} members` : ""}</VisuallyHidden>
      <AddMemberDialog opened={dialog.name === "add"} onClose={close} />
      <InviteDialog opened={dialog.name === "invite"} onClose={close} />
      {dialog.member && <RemoveMemberDialog opened={dialog.name === "remove"} onClose={close} member={dialog.member} />}
      {dialog.member && <UpdateMemberDialog opened={dialog.name === "update"} onClose={close} member={dialog.member} />}
    </Screen>
  );
}

interface Props {
  member: Member;
  onEdit: () => void;
  onRemove: () => void;
}

/** A member with the owner's actions. */
function MemberCard({ member, onEdit, onRemove }: Props) {
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
