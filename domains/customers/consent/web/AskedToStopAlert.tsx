import { Alert, Button, Group } from "@mantine/core";
import { IconHandStop } from "@tabler/icons-react";
import { useSend } from "#core/web/call/useSend.ts";
import { Can } from "#core/web/session/Can.tsx";
import { type AskedToStop, consent } from "../contract.ts";
import classes from "./AskedToStopAlert.module.css";

interface Props {
  customer_id: number;
  asked: AskedToStop;
  /** Runs after a decision, here or by a colleague who was faster. */
  onDecided: () => void;
}

/** Asks staff whether a customer's own words were a request not to be texted. */
export function AskedToStopAlert({ customer_id, asked, onDecided }: Props) {
  const decide = useSend(consent.decide, {
    invalidates: [consent.history],
    onSuccess: onDecided,
    onFailure: ({ status }) => status === 409 && onDecided(),
  });
  const decideAs = (decision: "opt_out" | "no_request") =>
    decide.mutate({ params: { id: customer_id }, body: { event_id: asked.event_id, decision } });
  return (
    <Alert
      className={classes.alert}
      color="orange"
      title="Asked not to be texted?"
      icon={<IconHandStop size={20} aria-hidden />}
    >
      <p className={classes.words}>“{asked.words}”</p>
      <Can use={consent.decide}>
        <Group gap="xs">
          <Button size="xs" color="red" disabled={decide.isPending} onClick={() => decideAs("opt_out")}>
            Opt out
          </Button>
          <Button size="xs" variant="default" disabled={decide.isPending} onClick={() => decideAs("no_request")}>
            Not a request
          </Button>
        </Group>
      </Can>
    </Alert>
  );
}
