import { Button, Paper } from "@mantine/core";
import { useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { uploads } from "../contract.ts";
import classes from "./RunningUploads.module.css";
import { UploadProgressBar } from "./StepFrame.tsx";
import { isRunning, pollIntervalMs, useProgressEvents, useRefreshWhenOver } from "./useUpload.ts";

const UploadDialog = lazyDialog(() => import("./UploadDialog.tsx"), "UploadDialog");

/** A progress bar for each running import, with a button to its details. */
export function RunningUploads() {
  const canList = useCan(uploads.list);
  return canList ? <RunningUploadList /> : null;
}

function RunningUploadList() {
  const [isPolling, setIsPolling] = useState(false);
  const [shownId, setShownId] = useState<number>();
  const [opened, setOpened] = useState(false);
  const query = useCall(uploads.list, {}, { ...(isPolling && { refetchInterval: pollIntervalMs }) });
  const running = query.data?.uploads.filter(({ state }) => isRunning(state)) ?? [];
  const isAny = running.length > 0;
  if (isAny !== isPolling) setIsPolling(isAny);
  useProgressEvents();
  useRefreshWhenOver(isAny);
  return (
    <>
      {running.map((upload) => (
        <Paper key={upload.id} withBorder className={classes.line}>
          <UploadProgressBar upload={upload} />
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
