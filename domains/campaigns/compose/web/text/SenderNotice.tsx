import { Alert, Button, Group } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { UnregisteredNotice } from "#domains/locations/registration/web/public.tsx";
import { testTexts } from "../../contract.ts";
import { composeTexts as texts } from "./texts.ts";

/** What keeps this location's texts from going out, said before anything is written, with what to do about it. */
export function SenderNotice({ hasPicture }: { hasPicture: boolean }) {
  const { data: line } = useCall(testTexts.status);
  if (!line) return null;
  if (line.is_ready === 0) return <NoNumber />;
  return (
    <>
      {line.is_registered === 0 && <UnregisteredNotice />}
      {line.sends_pictures === 0 && hasPicture && (
        <Alert color="yellow" mb="md">
          {texts.noPictures}
        </Alert>
      )}
    </>
  );
}

function NoNumber() {
  const mayRequest = useCan(settings.requestNumber);
  const request = useSend(settings.requestNumber, { quiet: "success" });
  return (
    <Alert color="yellow" mb="md">
      <Group justify="space-between">
        <span>
          {texts.noNumber} {!mayRequest && texts.askOwner}
        </span>
        {mayRequest && request.isSuccess && <span role="status">{texts.requested}</span>}
        {mayRequest && !request.isSuccess && (
          <Button variant="default" loading={request.isPending} onClick={() => request.mutate({})}>
            {texts.requestNumber}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
