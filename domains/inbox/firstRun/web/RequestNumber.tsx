import { Button } from "@mantine/core";
import { useSend } from "#core/web/call/useSend.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { firstRun } from "../contract.ts";
import { firstRunTexts as texts } from "./texts.ts";

/** The owner's way out where nothing can be sent because the location has no number; nothing anywhere else. */
export function RequestNumber(_: { opened: boolean }) {
  const mayRequest = useCan(settings.requestNumber);
  const profile = useProfile().data;
  const request = useSend(settings.requestNumber, { invalidates: [firstRun.steps, settings.profile] });
  if (!mayRequest || profile?.location_phone !== "") return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      ms="auto"
      loading={request.isPending}
      disabled={request.isSuccess}
      onClick={() => request.mutate({})}
    >
      {request.isSuccess ? texts.waiting.number : texts.actions.number}
    </Button>
  );
}
