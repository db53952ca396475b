import { Button, Stack, Text, Title } from "@mantine/core";
import { Outlet } from "react-router";
import { useIsPrerendered } from "#core/web/loading/hydration.tsx";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { PageLoader } from "./PageLoader.tsx";
import classes from "./Shell.module.css";

/**
 * The screen, held back until it is known in which zone its times are: a time in another zone would mislead, a form would save
 * it. It stays mounted meanwhile, with what was typed into its prerendered frame.
 */
export function ZoneGate() {
  const zone = useTimeZone();
  const isPrerendered = useIsPrerendered();
  const { isError, isFetching, refetch } = useProfile();
  const isShown = zone !== undefined || isPrerendered;
  if (isShown || !isError) {
    return (
      <>
        {!isShown && (
          <div className={classes.loader}>
            <PageLoader />
          </div>
        )}
        <div className={isShown ? classes.screen : classes.heldBack}>
          <Outlet />
        </div>
      </>
    );
  }
  return (
    <Stack align="center" p="xl" role="alert">
      <Title order={1} size="h4">
        We couldn't load your location's settings
      </Title>
      <Text>Without them, times can't be shown.</Text>
      <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </Stack>
  );
}
