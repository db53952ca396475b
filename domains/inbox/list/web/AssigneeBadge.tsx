import { Box, VisuallyHidden } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { Initials } from "#core/web/layout/Initials.tsx";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { type TeamMember, team } from "#domains/team/contract.ts";

/** The assignee's initials in a row; nothing for a former member. */
export function AssigneeBadge({ id }: { id: number }) {
  const { members, me } = useMembers();
  const member = members.find((one) => one.id === id);
  if (!member) return null;
  const text = `Assigned to ${id === me ? "you" : member.name}`;
  return (
    <Box component="span" display="inline-flex" flex="none" title={text}>
      <Initials initials={member.name_initials} seed={member.name} size={22} image={member.user_image} />
      <VisuallyHidden>{text}</VisuallyHidden>
    </Box>
  );
}

const minutes = 60_000;

/** The members of the acting location, and the id of the signed-in one. */
export function useMembers(enabled = true): { members: readonly TeamMember[]; me: number | undefined } {
  const { data } = useCall(team.chat, {}, { staleTime: 5 * minutes, enabled });
  return { members: data?.teamMembers ?? [], me: useProfile().data?.id };
}
