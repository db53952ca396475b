import { Button, Paper } from "@mantine/core";
import { useState } from "react";
import { onDemand } from "#core/web/onDemand.tsx";
import { useCall } from "#core/web/useCall.ts";
import { useMay } from "#core/web/useMay.ts";
import { uploads } from "../contract.ts";
import { ProgressOf } from "./ProgressOf.tsx";
import classes from "./RunningUploads.module.css";
import { isRunning, lookEvery, useProgressEvents, useRefreshWhenOver } from "./useUpload.ts";

const UploadDialog = onDemand(() => import("./UploadDialog.tsx"), "UploadDialog");

/** A progress bar for each running import, with a button to its details. */
export function RunningUploads() {
  const canList = useMay(uploads.list);
  return canList ? <RunningUploadList /> : null;
}

function RunningUploadList() {
  const [isPolling, setIsPolling] = useState(false);
  const [shownId, setShownId] = useState<number>();
  const [opened, setOpened] = useState(false);
  const query = useCall(uploads.list, {}, { ...(isPolling && { refetchInterval: lookEvery }) });
  const running = query.data?.uploads.filter(({ state }) => isRunning(state)) ?? [];
  const isAny = running.length > 0;
  if (isAny !== isPolling) setIsPolling(isAny);
  useProgressEvents();
  useRefreshWhenOver(isAny);
  return (
    <>
      {running.map((upload) => (
        <Paper key={upload.id} withBorder className={classes.line}>
          <ProgressOf upload={upload} />
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setShownId(upload.id);
              setOpened(true);
            }}
          >
            Details
          </Button>
        </Paper>
      ))}
      <UploadDialog opened={opened} onClose={() => setOpened(false)} upload_id={shownId} />
    </>
  );
}
