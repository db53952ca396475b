import { classOfFailure } from "./bounceClass.ts";
import type { MailEvent } from "./email.ts";

/** Header-like fields by their names in small letters; continued lines are joined. */
export function readFields(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of text.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const [, name = "", value = ""] = /^([\w-]{1,60}):[ \t]*(.*)$/.exec(line) ?? [];
    if (name !== "" && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim());
  }
  return fields;
}

/** What a `message/delivery-status` part says about its recipient (RFC 3464); undefined when it says nothing. */
export function readDeliveryStatus(text: string): Pick<MailEvent, "kind" | "bounce" | "words"> | undefined {
  // The first block is about the mail, each further one about a recipient. Ours have one.
  const blocks = text
    .replace(/\r\n/g, "\n")
    .split(/\n[ \t]*\n/)
    .map(readFields);
  const fields = blocks.find((block) => block.has("action") || block.has("status"));
  if (!fields) return undefined;
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get("status") ?? "")?.[0] ?? "";
  const diagnostic = (fields.get("diagnostic-code") ?? "").replace(/^[\w-]+\s*;\s*/, "");
  const words = (diagnostic || status).replace(/\s+/g, " ").slice(0, 500);
  const action = (fields.get("action") ?? "").toLowerCase().replace(/[^a-z]/g, "");
  if (action === "delayed") return { kind: "deferred", words };
  if (action === "delivered" || action === "relayed" || action === "expanded") return { kind: "delivered", words };
  if (action !== "failed" && !/^[45]/.test(status)) return undefined;
  return { kind: "bounced", bounce: classOfFailure({ status, words: diagnostic }) ?? "soft", words };
}
