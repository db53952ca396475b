import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { CallError } from "#core/client.ts";

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
