import type { PlatformMessage } from "./contract.ts";

const statusLabels: Record<PlatformMessage["status"], string> = {
  queued: "Sending",
  sending: "Sending",
  sent: "Sent",
  delivered: "Delivered",
  failed: "Failed",
  unknown: "Unknown",
  received: "Received",
};

/** The delivery status as people read it. */
export function statusText({ status, error }: Pick<PlatformMessage, "status" | "error">): string {
  return status === "failed" && error ? `Failed: ${error}` : statusLabels[status];
}
