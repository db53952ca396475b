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

/** A line for each import that is under way, with the way to its details; nothing while none is. */
export function RunningUploads() {
  const may = useMay(uploads.list);
  return may ? <Lines /> : null;
}

function Lines() {
  const [looking, setLooking] = useState(false);
  const [shown, setShown] = useState<number>();
  const [opened, setOpened] = useState(false);
  const asked = useCall(uploads.list, {}, { ...(looking && { refetchInterval: lookEvery }) });
  const running = asked.data?.uploads.filter(({ state }) => isRunning(state)) ?? [];
  const isAny = running.length > 0;
  if (isAny !== looking) setLooking(isAny);
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
              setShown(upload.id);
              setOpened(true);
            }}
          >
            Details
          </Button>
        </Paper>
      ))}
      <UploadDialog opened={opened} onClose={() => setOpened(false)} upload_id={shown} />
    </>
  );
}
