import { Alert, Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { firstRun } from "../contract.ts";

const FirstRunList = lazyNamed(() => import("./FirstRunList.tsx"), "FirstRunList");

const loading = <Skeleton h="24rem" maw="35rem" radius="lg" aria-hidden />;

/** The first steps outside the inbox: all of them, and the way to bring a hidden list back. */
export function FirstRunSteps() {
  const { data, error } = useCall(firstRun.steps);
  if (error && !data) return <Alert color="red" title={error.message} />;
  if (!data) return loading;
  return (
    <Suspense fallback={loading}>
      <FirstRunList found={data} isOnPage />
    </Suspense>
  );
}
