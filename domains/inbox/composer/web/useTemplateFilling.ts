import { companyValuesOf, fillVariables } from "#core/variables.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { useInboxState } from "#domains/inbox/sync/web/useInbox.ts";

/** Fills a template's variables with a chat's customer and the business. */
export function useTemplateFilling(chatId: number): (template: string) => string {
  const { data: profile } = useProfile();
  const row = useInboxState(({ chatLists }) => chatLists.chats.get(chatId))?.value;
  const opened = useInboxState(({ conversations }) => conversations.get(chatId))?.chat?.value;
  const { first_name = "", last_name = "" } = (row ?? opened)?.customer ?? {};
  const values = {
    first_name,
    last_name,
    customer_name: `${first_name} ${last_name}`.trim(),
    ...companyValuesOf(profile),
  };
  return (template) => fillVariables(template, values);
}
