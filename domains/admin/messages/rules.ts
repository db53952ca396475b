import type { AnyMessage } from "./contract.ts";

const statusLabels: Record<AnyMessage["status"], string> = {
  queued: "Sending",
  sending: "Sending",
  sent: "Sent",
  delivered: "Delivered",
  failed: "Failed",
  unknown: "Unknown",
  received: "Received",
};

/** The delivery status as people read it. */
export function statusOf({ status, error }: Pick<AnyMessage, "status" | "error">): string {
  return status === "failed" && error ? `Failed: ${error}` : statusLabels[status];
}
