import { Skeleton } from "@mantine/core";
import { type ComponentProps, type ComponentType, Suspense } from "react";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";

export { ConsentStatus } from "./ConsentStatus.tsx";

interface HistoryProps {
  opened: boolean;
  onClose: () => void;
  customer_id: number;
}

// Lazy, because the first view of a chat must not wait for any of these.
const Toggle = lazyNamed(() => import("./OptInSwitch.tsx"), "OptInSwitch");
const History = lazyNamed(() => import("./ConsentLedger.tsx"), "ConsentLedger");
const Line = lazyNamed(() => import("./ConsentLine.tsx"), "ConsentLine");
const Banner = lazyNamed(() => import("./AskedToStopAlert.tsx"), "AskedToStopAlert");
const HistoryDialog: ComponentType<HistoryProps> = lazyDialog(
  () => import("./ConsentLedger.tsx"),
  "ConsentHistoryDialog",
);

/** Opts a customer out of texts and in again, asking for evidence where needed. */
export function OptInToggle(props: ComponentProps<typeof Toggle>) {
  return (
    <Suspense fallback={<Skeleton height={24} width="6rem" />}>
      <Toggle key={props.customer_id} {...props} />
    </Suspense>
  );
}

/** A customer's consent state, the ledger behind it, and a download of the proof. */
export function ConsentHistory(props: ComponentProps<typeof History>) {
  return (
    <Suspense fallback={<Skeleton height={120} />}>
      <History {...props} />
    </Suspense>
  );
}

/** The same in a dialog. */
export function ConsentHistoryDialog(props: HistoryProps) {
  return <HistoryDialog {...props} />;
}

/** A customer's consent as a filled line: the state, where it came from, and its history. */
export function ConsentLine(props: ComponentProps<typeof Line>) {
  return (
    <Suspense fallback={<Skeleton height={50} />}>
      <Line key={props.customer_id} {...props} />
    </Suspense>
  );
}

/** Asks staff whether a customer's own words were a request not to be texted. */
export function AskedToStopBanner(props: ComponentProps<typeof Banner>) {
  return (
    <Suspense>
      <Banner {...props} />
    </Suspense>
  );
}
