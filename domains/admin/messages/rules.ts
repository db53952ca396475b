import type { PlatformMessage } from "./contract.ts";

const statusLabels: Record<PlatformMessage["message_status"], string> = {
  queued: "Sending",
  sending: "Sending",
  sent: "Sent",
  delivered: "Delivered",
  failed: "Failed",
  unknown: "Unknown",
  received: "Received",
};

/** The delivery status as people read it. */
export function statusText({ message_status, error }: Pick<PlatformMessage, "message_status" | "error">): string {
  return message_status === "failed" && error ? `Failed: ${error}` : statusLabels[message_status];
}
