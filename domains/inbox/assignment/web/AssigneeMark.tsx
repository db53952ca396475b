import { VisuallyHidden } from "@mantine/core";
import { Initials } from "#core/web/layout/Initials.tsx";
import classes from "./AssigneeMark.module.css";
import { useMembers } from "./useMembers.ts";

/** The assignee in the chat's row; nothing for somebody who no longer works here. */
export function AssigneeMark({ id }: { id: number }) {
  const { members, me } = useMembers();
  const member = members.find((one) => one.id === id);
  if (!member) return null;
  const text = `Assigned to ${id === me ? "you" : member.name}`;
  return (
    <span className={classes.assignee} title={text}>
      <Initials initials={member.name_initials} seed={member.name} size={22} image={member.user_image} />
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
