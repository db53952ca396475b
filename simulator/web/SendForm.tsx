import { Button, Group } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import classes from "./Calls.module.css";
import { FailureAlert } from "./FailureAlert.tsx";
import type { SimulatorPost } from "./simulatorApi.ts";

interface Props {
  sending: Pick<SimulatorPost, "error" | "isPending">;
  onSubmit: () => void;
  /** What the button says. */
  action: string;
  icon?: ReactNode;
  children: ReactNode;
}

/** Fields over the button that sends them. */
export function SendForm({ sending, onSubmit, action, icon, children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <FailureAlert error={sending.error} inForm />
      {children}
      <Group>
        <Button type="submit" loading={sending.isPending} leftSection={icon}>
          {action}
        </Button>
      </Group>
    </form>
  );
}
