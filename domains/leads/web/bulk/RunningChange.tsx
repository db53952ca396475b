import { Button, Modal, Progress, Stack, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { recipientsPath } from "#domains/campaigns/compose/web/public.ts";
import { textCampaigns } from "#domains/campaigns/text/contract.ts";
import { type BulkChange, leadBulk, leadBulkEvents } from "../../bulk/contract.ts";
import classes from "./RunningChange.module.css";
import { bulkTexts as texts } from "./texts.ts";
import { skippedOf, useChangeResult } from "./useChangeResult.ts";

/** How far the person's change of many leads is, until it ends; then what was skipped, and why. */
export function RunningChange() {
  useFreshCalls([leadBulk.current], leadBulkEvents.progress, { inBursts: true });
  const { data } = useCall(leadBulk.current);
  const change = data?.change ?? undefined;
  const stop = useSend(leadBulk.stop, { quiet: "success", invalidates: [leadBulk.current] });
  const { report } = useChangeResult();
  const watched = useRef<number>(undefined);
  const [ended, setEnded] = useState<BulkChange>();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!change) return;
    if (change.state === "running") {
      watched.current = change.id;
      setEnded(undefined);
    } else if (watched.current === change.id) {
      watched.current = undefined;
      report(change);
      setEnded(change);
    }
  });
  if (!change) return null;
  if (change.state !== "running") {
    const { list_id } = change;
    if (ended?.id !== change.id || (change.skipped.length === 0 && list_id === null)) return null;
    return (
      <div className={classes.bar} role="status">
        <span className={classes.words}>{texts.ended(change, skippedOf(change))}</span>
        {list_id !== null && (
          <Can use={textCampaigns.add}>
            <Button size="xs" component={Link} to={recipientsPath({ list: list_id })}>
              {texts.textThem}
            </Button>
          </Can>
        )}
        {change.skipped.length > 0 && (
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            {texts.seeWhy}
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={() => setEnded(undefined)}>
          {texts.close}
        </Button>
        <WhyDialog opened={isOpen} onClose={() => setOpen(false)} change={change} />
      </div>
    );
  }
  const reached = change.changed + skippedOf(change);
  return (
    <div className={classes.bar}>
      <span className={classes.words} role="status">
        {texts.running(change)}
      </span>
      <Progress
        className={classes.progress}
        value={change.total === 0 ? 0 : (100 * reached) / change.total}
        aria-label={texts.running(change)}
      />
      <Button
        size="xs"
        variant="default"
        loading={stop.isPending}
        onClick={() => stop.mutate({ params: { id: change.id } })}
      >
        {texts.stop}
      </Button>
    </div>
  );
}

function WhyDialog({ opened, onClose, change }: { opened: boolean; onClose: () => void; change: BulkChange }) {
  return (
    <Modal opened={opened} onClose={onClose} title={texts.whyTitle} size="sm">
      <Stack gap="xs">
        {change.skipped.map(({ reason, count }) => (
          <Text key={reason}>{texts.reasons[reason](countText(count), change.target)}</Text>
        ))}
      </Stack>
    </Modal>
  );
}
