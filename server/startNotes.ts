import type { Env } from "./env.ts";
import { isLoopback } from "./loopback.ts";
import { isPrivateSetup } from "./simulatorAccess.ts";

type NotedEnv = Pick<Env, "host" | "publicUrl" | "trustProxy" | "demo" | "smsProvider" | "smtpUrl">;

/** What a setup that others reach still lacks, and who will not get what because of it. Nothing for one of this machine alone. */
export function startNotes(env: NotedEnv): string[] {
  return isPrivateSetup(env) ? [] : [...senderNotes(env), ...addressNotes(env)];
}

function senderNotes({ smsProvider, smtpUrl, demo }: NotedEnv): string[] {
  const isSimulated = smsProvider === "simulator";
  const notes: string[] = [];
  if (isSimulated)
    notes.push("Texts and calls are simulated; customers get none. To send real ones, set SMS_PROVIDER.");
  if (!smtpUrl && isSimulated)
    notes.push(
      "Email is simulated; nobody gets invitations, codes or password resets. To send real email, set SMTP_URL.",
    );
  if (!smtpUrl && !isSimulated)
    notes.push("Email is off; invitations can't be emailed, and codes go by text only. Set SMTP_URL.");
  if (demo) notes.push("The sample dealership is open to anyone with its password. To leave it out, set DEMO=off.");
  return notes;
}

function addressNotes({ publicUrl, trustProxy }: NotedEnv): string[] {
  const { protocol, hostname } = new URL(publicUrl);
  if (isLoopback(hostname))
    return [`Links in texts and emails lead to ${publicUrl}, which works only on this machine. Set PUBLIC_URL.`];
  if (protocol === "http:")
    return [
      "Passwords and messages travel unencrypted. Put a TLS proxy in front and set PUBLIC_URL to its https address.",
    ];
  if (trustProxy.length === 0)
    return ["Everyone counts as one address, the proxy's, in limits and in the audit. Set TRUST_PROXY to its address."];
  return [];
}
