import { Alert, Button, Loader, Stack } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useSend } from "#core/web/call/useSend.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { meetings } from "../../contract.ts";
import { connectedCalendar } from "../contract.ts";
import { connectedCalendarTexts } from "./texts.ts";

const { returned: texts } = connectedCalendarTexts;

/** Where the provider sends members back to: finishes what they allowed there, then shows how it stands. */
export function CalendarConnectedScreen() {
  const [answer] = useSearchParams();
  const navigate = useNavigate();
  const [state, code] = [answer.get("state") ?? "", answer.get("code") ?? ""];
  const finish = useSend(connectedCalendar.finish, {
    quiet: true,
    invalidates: [connectedCalendar.get, meetings.list],
    // In the place of this address, which must not be kept: its code opens the account.
    onSuccess: () => void navigate("/virtual?calendar=own", { replace: true }),
    onFailure: () => void navigate("/virtual/connected", { replace: true }),
  });
  const isSent = useRef(false);
  const { mutate } = finish;
  useEffect(() => {
    if (isSent.current || code === "") return;
    isSent.current = true;
    mutate({ body: { state, code } });
  }, [state, code, mutate]);
  const isDenied = code === "" && !isSent.current;
  return (
    <Screen title={texts.title}>
      <Stack align="flex-start" maw="40rem">
        {finish.isPending && (
          <>
            <Loader size="sm" aria-hidden />
            <p role="status">{texts.busy}</p>
          </>
        )}
        {(finish.error || isDenied) && (
          <>
            <Alert color="red" role="alert" title={finish.error?.message ?? texts.denied} />
            <Button component={Link} to="/virtual?calendar=own" variant="default">
              {texts.back}
            </Button>
          </>
        )}
      </Stack>
    </Screen>
  );
}
