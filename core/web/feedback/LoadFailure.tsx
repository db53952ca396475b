import { Alert, type AlertProps, Button, Group, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";

interface Props extends Pick<AlertProps, "m" | "mb" | "mt" | "w"> {
  failure: { readonly message: string };
  retry: () => unknown;
  title?: string;
  /** Other ways out, beside Try again. */
  children?: ReactNode;
}

/** In place of what couldn't be loaded: why, and a button that tries again. */
export function LoadFailure({ failure, retry, title = "This couldn't be loaded", children, ...space }: Props) {
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title} {...space}>
      <Stack gap="xs" align="start">
        {failure.message}
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => void retry()}>
            Try again
          </Button>
          {children}
        </Group>
      </Stack>
    </Alert>
  );
}
