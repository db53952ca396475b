import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconPlugConnectedX, IconRefresh } from "@tabler/icons-react";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { type ReviewConnection, reviewConnectionEvents, reviewConnections } from "../contract.ts";
import classes from "./ConnectionPanel.module.css";
import { connectionTexts as texts } from "./texts.ts";

interface Props {
  site_id: number;
  provider: "google" | "simulator" | "none";
  connection: ReviewConnection | undefined;
  onChoose: () => void;
}

/** How a site is read automatically, or how it could be. */
export function ConnectionPanel({ site_id, provider, connection, onChoose }: Props) {
  const { connect, isLeaving } = useConnect(site_id);
  if (!connection && provider === "none") return <p className={classes.soft}>{texts.notSetUp}</p>;
  if (!connection) {
    const isPlayed = provider === "simulator";
    return (
      <div className={classes.panel}>
        <p className={classes.soft}>{isPlayed ? texts.simulatedAbout : texts.about}</p>
        <Button size="compact-md" variant="default" loading={isLeaving} onClick={connect}>
          {isPlayed ? texts.simulated : texts.connect}
        </Button>
      </div>
    );
  }
  const { state, problem, profile_title, profile_address, account } = connection;
  return (
    <div className={classes.panel}>
      <State {...connection} />
      {problem !== "" && <p>{problem}</p>}
      {profile_title !== "" && <p>{[profile_title, profile_address].filter(Boolean).join(", ")}</p>}
      <p className={classes.soft}>{texts.by(account)}</p>
      <Freshness {...connection} />
      {state === "choosing" && (
        <Button size="compact-md" onClick={onChoose}>
          {texts.choose}
        </Button>
      )}
      {state === "needs_access" && (
        <Button size="compact-md" loading={isLeaving} onClick={connect}>
          {texts.reconnect}
        </Button>
      )}
    </div>
  );
}

function State({ state, count, site_count }: ReviewConnection) {
  if (state === "ok")
    return (
      <StatusWord tone="green" icon={IconCircleCheck}>
        {texts.connected}
      </StatusWord>
    );
  if (state === "first")
    return (
      <StatusWord tone="blue" icon={IconRefresh}>
        {site_count === null ? texts.firstSoon : texts.first(countText(count), countText(site_count))}
      </StatusWord>
    );
  if (state === "needs_access")
    return (
      <StatusWord tone="red" icon={IconPlugConnectedX}>
        {texts.needsAccess}
      </StatusWord>
    );
  return (
    <StatusWord tone="amber" icon={IconAlertTriangle}>
      {state === "choosing" ? texts.choosing : texts.failing}
    </StatusWord>
  );
}

/** How fresh what is known is, and honestly how much of it. */
function Freshness({ state, synced_at, count, site_count }: ReviewConnection) {
  const time = useTime();
  if (state === "choosing" || state === "first") return null;
  return (
    <>
      <p className={classes.soft} title={synced_at === null ? undefined : time.dateTime(synced_at)}>
        {synced_at === null ? texts.neverUpdated : texts.updated(time.ago(synced_at))}
      </p>
      {site_count !== null && site_count !== count && (
        <p className={classes.soft}>{texts.counts(countText(count), countText(site_count))}</p>
      )}
    </>
  );
}

/** The location's connected sites, as they are now; undefined until that is known. */
export function useConnections() {
  useFreshCalls([reviewConnections.all], reviewConnectionEvents.changed, { inBursts: true });
  return useCall(reviewConnections.all).data;
}

/** Leads to the site, which asks for consent and sends the owner back. */
function useConnect(id: number) {
  const begin = useSend(reviewConnections.begin, { onSuccess: ({ data }) => window.location.assign(data.url) });
  return { connect: () => begin.mutate({ params: { id } }), isLeaving: begin.isPending || begin.isSuccess };
}
