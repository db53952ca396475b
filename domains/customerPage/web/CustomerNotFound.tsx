import { Alert, Anchor, Button, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "react-router";
import type { CallError } from "#core/client.ts";
import { Screen } from "#core/web/Screen.tsx";

interface Props {
  failure: CallError;
  retry: () => void;
}

/** A customer who isn't there, or couldn't be loaded. */
export function CustomerNotFound({ failure, retry }: Props) {
  const isGone = failure.status === 404;
  return (
    <Screen title="Customer">
      <Alert
        color={isGone ? "gray" : "red"}
        icon={<IconAlertTriangle aria-hidden />}
        title={isGone ? "This customer was not found" : "This could not be loaded"}
      >
        <Stack gap="xs" align="start">
          {isGone ? "They may have been deleted, or merged into another customer." : failure.message}
          {isGone ? (
            <Anchor component={Link} to="/customers" size="sm">
              All customers
            </Anchor>
          ) : (
            <Button size="xs" variant="default" onClick={retry}>
              Try again
            </Button>
          )}
        </Stack>
      </Alert>
    </Screen>
  );
}
