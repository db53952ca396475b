import { Alert, Button, Loader, Stack } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useSend } from "#core/web/call/useSend.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { reviewConnections } from "../contract.ts";
import { connectionTexts } from "./texts.ts";

const { returned: texts } = connectionTexts;

/** Where the site sends the owner back to: finishes what they allowed there, then lets them choose the business. */
export function ConnectedScreen() {
  const [answer] = useSearchParams();
  const navigate = useNavigate();
  const [state, code] = [answer.get("state") ?? "", answer.get("code") ?? ""];
  const finish = useSend(reviewConnections.finish, {
    quiet: true,
    invalidates: [reviewConnections.all],
    // In the place of this address, which must not be kept: its code opens the account.
    onSuccess: ({ data }) => void navigate(`/review-settings?choose=${data.site_id}`, { replace: true }),
    onFailure: () => void navigate("/review-settings/connected", { replace: true }),
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
            <Button component={Link} to="/review-settings" variant="default">
              {texts.back}
            </Button>
          </>
        )}
      </Stack>
    </Screen>
  );
}
