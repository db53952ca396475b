import { useCall } from "#core/web/call/useCall.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { type TeamMember, team } from "#domains/team/contract.ts";

const minutes = 60_000;

/** The members of the acting location, and the id of the signed-in one. */
export function useMembers(enabled = true): { members: readonly TeamMember[]; me: number | undefined } {
  const { data } = useCall(team.chat, {}, { staleTime: 5 * minutes, enabled });
  return { members: data?.teamMembers ?? [], me: useProfile().data?.id };
}
