import { Button, Skeleton } from "@mantine/core";
import { IconUserCheck } from "@tabler/icons-react";
import { Link } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { duplicates, maxPairs } from "../contract.ts";
import classes from "./DuplicatesScreen.module.css";
import { LikelyPairs } from "./LikelyPairs.tsx";
import { duplicateTexts } from "./texts.ts";

/** Pairs of customers who may be one person. */
export function DuplicatesScreen() {
  const { data, error, refetch } = useCall(duplicates.all);
  return (
    <Screen
      title="Possible duplicates"
      about={
        <>
          Customers who may be the same person{" "}
          <InfoTooltip about="possible duplicates">{duplicateTexts.definition}</InfoTooltip>
        </>
      }
      actions={
        <Button component={Link} to="/customers" variant="default">
          All customers
        </Button>
      }
    >
      {error && !data && <LoadFailure failure={error} retry={refetch} />}
      {!data && !error && <Skeleton h="12rem" radius="lg" role="status" aria-label="Looking for duplicates" />}
      {data?.pairs.length === 0 && (
        <EmptyState
          icon={IconUserCheck}
          action={
            <Button component={Link} to="/customers" variant="default">
              All customers
            </Button>
          }
        >
          No duplicates found
        </EmptyState>
      )}
      {data && data.pairs.length > 0 && (
        <>
          <LikelyPairs pairs={data.pairs} />
          {data.truncated && (
            <p className={classes.more}>{duplicateTexts.more(Math.min(data.pairs.length, maxPairs))}</p>
          )}
        </>
      )}
    </Screen>
  );
}
