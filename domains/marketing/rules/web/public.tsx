import "@mantine/core/styles/Alert.layer.css";
import { Alert } from "@mantine/core";
import { IconPlayerPause } from "@tabler/icons-react";
import { useCall } from "#core/web/call/useCall.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { marketingStop } from "../contract.ts";
import { marketingStopTexts } from "./texts.ts";

/** Tells a business that no campaign sends, and why; nothing while they do. */
export function MarketingStopNotice() {
  const time = useTime();
  const { data } = useCall(marketingStop.current, {}, { staleTime: 60_000 });
  if (!data?.stop) return null;
  const { reason, since } = data.stop;
  return (
    <Alert color="yellow" icon={<IconPlayerPause aria-hidden />} title={marketingStopTexts.title}>
      {marketingStopTexts.text(reason, time.dateTime(since))}
    </Alert>
  );
}
