import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect, useId, useRef } from "react";
import classes from "./StepFrame.module.css";

interface Props {
  title: string;
  /** The step's number, from 1; undefined for views outside the five steps. */
  step?: number;
  children: ReactNode;
  /** The buttons below, for going back and continuing. */
  back?: ReactNode;
  next: ReactNode;
}

const steps = 5;

/** One view of the dialog. Its heading takes the focus, so that screen readers start there. */
export function StepFrame({ title, step, children, back, next }: Props) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby={id}>
      {step && (
        <Text size="sm" c="dimmed">
          Step {step} of {steps}
        </Text>
      )}
      <Title order={3} fz="lg" id={id} ref={heading} tabIndex={-1} data-autofocus className={classes.title}>
        {title}
      </Title>
      <Stack gap="md">{children}</Stack>
      <Group justify="space-between" mt="lg" gap="sm" className={classes.buttons}>
        <Group gap="sm">{back}</Group>
        <Group gap="sm" ml="auto">
          {next}
        </Group>
      </Group>
    </section>
  );
}

interface BackProps {
  onBack: () => void;
  disabled?: boolean;
}

/** Goes to the previous step. */
export function BackButton({ onBack, disabled = false }: BackProps) {
  return (
    <Button variant="default" onClick={onBack} disabled={disabled}>
      Back
    </Button>
  );
}
