import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { escapeHtml } from "#core/escapeHtml.ts";
import { fillVariables } from "#core/variables.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { sampleValues } from "../../web/sampleValues.ts";
import { emailTemplates } from "../contract.ts";
import { clippedAt } from "../rules.ts";
import { MailPreview } from "./MailPreview.tsx";
import classes from "./TemplatePreview.module.css";
import { emailTemplateTexts as texts } from "./texts.ts";

/** Milliseconds without a change until the preview follows. */
const settleMs = 800;

/** The email that a template becomes: with the footer that every email gets, for a made-up customer. */
export function TemplatePreview({ template, subject }: { template: string; subject: string }) {
  const [settled] = useDebouncedValue(template, settleMs);
  const profile = useCall(accounts.profile).data;
  const { data, error, refetch } = useCall(
    emailTemplates.preview,
    { body: { template: settled, subject } },
    { keepPrevious: true, staleTime: 60_000 },
  );
  const html = data && fillVariables(data.html, sampleValues(profile).usual, escapeHtml);
  const kilobytes = Math.ceil((data?.bytes ?? 0) / 1_000);
  return (
    <div className={classes.side}>
      {html && <MailPreview html={html} />}
      {!html && error && (
        <p role="alert">
          {texts.noPreview}{" "}
          <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
            {texts.again}
          </Button>
        </p>
      )}
      {data && (
        <p className={classes.note} data-over={data.bytes > clippedAt || undefined}>
          {data.bytes > clippedAt ? texts.tooLarge(kilobytes) : texts.size(kilobytes)}
        </p>
      )}
      <p className={classes.note}>{texts.footer}</p>
    </div>
  );
}
