import { Alert, Button, Loader, Stack } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import type * as z from "zod/mini";
import type { BodyInput, Call } from "#core/call.ts";
import type { EnvelopeOf } from "#core/client.ts";
import { useSend } from "../call/useSend.ts";
import { Screen } from "./Screen.tsx";

/** A call that exchanges a provider's answer for lasting access. */
type FinishCall = Call & { readonly body: z.ZodMiniType<{ state: string; code: string }> };

interface Props<C extends FinishCall> {
  texts: { title: string; busy: string; denied: string; back: string };
  finish: C;
  /** Calls to refetch after a success. */
  invalidates: readonly Call[];
  /** This screen's path. */
  path: string;
  /** Where a success leads. */
  next: (answer: EnvelopeOf<C>) => string;
  /** Where the button below a failure leads. */
  back: string;
}

/** Where a provider sends people back to: finishes what they allowed there, then goes on. */
export function ProviderReturn<C extends FinishCall>({ texts, finish, invalidates, path, next, back }: Props<C>) {
  const [answer] = useSearchParams();
  const navigate = useNavigate();
  const [state, code] = [answer.get("state") ?? "", answer.get("code") ?? ""];
  const { mutate, error, isPending } = useSend(finish, {
    quiet: true,
    invalidates,
    // In the place of this address, which must not be kept: its code opens the account.
    onSuccess: (answered) => void navigate(next(answered), { replace: true }),
    onFailure: () => void navigate(path, { replace: true }),
  });
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current || code === "") return;
    isSent.current = true;
    mutate({ body: { state, code } as BodyInput<C> });
  }, [state, code, mutate]);
  const isDenied = code === "" && !isSent.current;
  return (
    <Screen title={texts.title}>
      <Stack align="flex-start" maw="40rem">
        {isPending && (
          <>
            <Loader size="sm" aria-hidden />
            <p role="status">{texts.busy}</p>
          </>
        )}
        {(error || isDenied) && (
          <>
            <Alert color="red" role="alert" title={error?.message ?? texts.denied} />
            <Button component={Link} to={back} variant="default">
              {texts.back}
            </Button>
          </>
        )}
      </Stack>
    </Screen>
  );
}
