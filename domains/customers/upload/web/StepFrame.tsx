import { Alert, Button, Group, Progress, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import type { CallError } from "#core/client.ts";
import { countText } from "#core/count.ts";
import type { Upload } from "../fields.ts";
import classes from "./StepFrame.module.css";
import { pluralize, uploadName } from "./uploadTexts.ts";

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

/** The error of a failed call, shown inline. */
export function FailureAlert({ failure, title }: { failure: CallError | null | undefined; title: string }) {
  if (!failure) return null;
  const texts = [...new Set(Object.values(failure.fields))];
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={title}>
      {texts.length > 0 ? texts.join(" ") : failure.message}
    </Alert>
  );
}

/** Progress bar of an import or undo, with its numbers. */
export function UploadProgressBar({ upload }: { upload: Upload }) {
  const { done, total } = upload.progress;
  const what = `${upload.state === "undoing" ? "Undoing the import of" : "Importing"} ${uploadName(upload)}`;
  const percent = total > 0 ? Math.floor((done / total) * 100) : 0;
  return (
    <div>
      <Text size="sm" mb={4}>
        {what}: {countText(done)} of {pluralize(total, "row")}
      </Text>
      <Progress value={percent} animated aria-label={what} />
    </div>
  );
}
