import { Alert, Anchor, Button, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "react-router";
import type { CallError } from "#core/client.ts";
import { Screen } from "#core/web/layout/Screen.tsx";

interface Props {
  failure: CallError;
  retry: () => void;
}

/** A customer who isn't there, or couldn't be loaded. */
export function CustomerNotFound({ failure, retry }: Props) {
  const isMissing = failure.status === 404;
  return (
    <Screen title="Customer">
      <Alert
        color={isMissing ? "gray" : "red"}
        icon={<IconAlertTriangle aria-hidden />}
        title={isMissing ? "Customer not found" : "This could not be loaded"}
      >
        <Stack gap="xs" align="start">
          {isMissing ? "They may have been deleted, or merged into another customer." : failure.message}
          {isMissing ? (
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
