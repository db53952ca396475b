import { useCall } from "#core/web/call/useCall.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { team } from "#domains/team/contract.ts";
import { type Lead, leads } from "../contract.ts";
import { leadKinds } from "../fields.ts";
import { kindNames } from "../rules.ts";
import { leadTexts as texts } from "./texts.ts";

/** A value with what people read of it. */
export interface LeadChoice {
  value: string;
  label: string;
}

export const kindChoices = leadKinds.map((value) => ({ value, label: kindNames[value] }));

/** The business's stages and the sources of the location's leads. */
export const useLeadOptions = (enabled = true) => useCall(leads.options, {}, { enabled, staleTime: 60_000 }).data;

/** Whom leads can be assigned to, the person first; undefined until they are known. */
export function useOwnerChoices(enabled = true): LeadChoice[] | undefined {
  const me = useProfile().data?.id;
  const members = useCall(team.chat, {}, { enabled }).data?.teamMembers;
  const choices = members?.map(({ id, name }) => ({ value: String(id), label: id === me ? texts.me : name }));
  return choices?.sort((one, other) => Number(other.label === texts.me) - Number(one.label === texts.me));
}

/** The choices of a lead's owner: nobody, the team, and an owner who has left. */
export function ownersOf({ owner_id, owner }: Pick<Lead, "owner_id" | "owner">, choices: readonly LeadChoice[] = []) {
  const isListed = owner_id === null || choices.some(({ value }) => value === String(owner_id));
  const former = isListed ? [] : [{ value: String(owner_id), label: owner }];
  return [{ value: "", label: texts.unassigned }, ...choices, ...former];
}
