import * as z from "zod/mini";
import { escapeHtml } from "#core/escapeHtml.ts";
import { job } from "#core/job.ts";
import { formatPhone } from "#core/phone.ts";
import { worker } from "#core/server/domainManifest.ts";
import { decidingEntry, entryInWords, evidenceInWords, sourceInWords, stateInWords } from "../rules.ts";
import type { CustomerConsent } from "./customerConsent.ts";
import type { LedgerRow } from "./ledgerStore.ts";

/** Deletes a proof after its URL has expired. */
export const removeProofJob = job("consent.removeProof", z.object({ key: z.string() }));

interface Proof {
  readonly customer: { readonly first_name: string; readonly last_name: string; readonly phones: readonly string[] };
  readonly consentRecord: CustomerConsent;
  readonly business: { readonly business_name: string; readonly time_zone: string };
  /** Who downloads it, and when. */
  readonly by: string;
  readonly now: Date;
}

/** A printable page with a customer's consent status and the whole ledger behind it. */
export function proofPage({ customer, consentRecord, business, by, now }: Proof): string {
  const when = (instant: Date) => `${formatInZone(instant, business.time_zone)} (${instant.toISOString()})`;
  const name = `${customer.first_name} ${customer.last_name}`.trim() || "Unknown name";
  const phones = customer.phones.map(formatPhone).join(", ");
  const { status, lines } = consentRecord;
  const state = stateInWords(status.state, decidingEntry(status.state, lines));
  const rows = lines.toReversed().map((line) => rowOf(line, when(line.at)));
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Proof of consent: ${escapeHtml(phones)}</title>
<style>
body { font: 14px/1.5 system-ui, sans-serif; margin: 2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid; padding: 0.4rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; white-space: pre-wrap; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
</style></head>
<body>
<h1>Proof of consent to text messages</h1>
<p>${escapeHtml(business.business_name)}<br>${escapeHtml(name)}, ${escapeHtml(phones)}</p>
<p><strong>${escapeHtml(state)}</strong></p>
<table>
<thead><tr><th>No.</th><th>When</th><th>Phone</th><th>Event</th><th>Exact words</th><th>Source and evidence</th></tr></thead>
<tbody>
${rows.join("\n") || '<tr><td colspan="6">There are no records for this phone.</td></tr>'}
</tbody>
</table>
<p>Entries are only ever added, never changed or deleted. Prepared for ${escapeHtml(by)} on ${escapeHtml(when(now))}.</p>
</body></html>
`;
}

function rowOf(line: LedgerRow, when: string): string {
  const row = line.file_line === null ? "" : `, row ${line.file_line}`;
  const details = [
    `${sourceInWords[line.source]}${line.by && `: ${line.by}`}`,
    line.file_name && `File: ${line.file_name}${row}`,
    line.evidence && evidenceInWords(line),
    line.decides === null ? "" : `${line.event === "restored" ? "Undoes" : "Decides about"} no. ${line.decides}`,
  ].filter(Boolean);
  const cells = [line.id, when, formatPhone(line.phone), entryInWords(line), line.words, details.join("\n")];
  return `<tr>${cells.map((cell) => `<td>${escapeHtml(String(cell))}</td>`).join("")}</tr>`;
}

function formatInZone(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "long", timeZone }).format(instant);
}

export const consentWorkers = [worker(removeProofJob, ({ ports }, { key }) => ports.storage.remove(key))];
