import { Alert, Anchor, Button, Skeleton, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { duplicates, maxPairs } from "../contract.ts";
import { LikelyPairs } from "./LikelyPairs.tsx";

/** Pairs of customers who may be one person. */
export function DuplicatesScreen() {
  const { data, error, refetch } = useCall(duplicates.all);
  return (
    <Screen
      title="Possible duplicates"
      about="Customers who may be one person: the same email, or the same name with the same address, company or nearly the same phone."
      actions={
        <Anchor component={Link} to="/customers" size="sm">
          All customers
        </Anchor>
      }
    >
      {error && !data && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="This could not be loaded">
          <Stack gap="xs" align="start">
            {error.message}
            <Button size="xs" variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          </Stack>
        </Alert>
      )}
      {!data && !error && <Skeleton h="12rem" radius="lg" aria-label="Looking for duplicates" />}
      {data?.pairs.length === 0 && <p>No duplicates found</p>}
      {data && data.pairs.length > 0 && (
        <>
          <LikelyPairs pairs={data.pairs} />
          {data.truncated && (
            <p>These are {Math.min(data.pairs.length, maxPairs)}. There are more: they come as you go on.</p>
          )}
        </>
      )}
    </Screen>
  );
}
