import type { AnyMessage } from "./contract.ts";

const words: Record<AnyMessage["status"], string> = {
  queued: "Sending",
  sending: "Sending",
  sent: "Sent",
  delivered: "Delivered",
  failed: "Failed",
  unknown: "Unknown",
  received: "Received",
};

/** How far a message has come, in words. */
export function statusOf({ status, error }: Pick<AnyMessage, "status" | "error">): string {
  return status === "failed" && error ? `Failed: ${error}` : words[status];
}
