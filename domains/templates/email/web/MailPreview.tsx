import "@mantine/core/styles/Switch.layer.css";
import { Button, Switch } from "@mantine/core";
import { useDebouncedValue, useElementSize } from "@mantine/hooks";
import { useState } from "react";
import { escapeHtml } from "#core/escapeHtml.ts";
import { fillVariables } from "#core/variables.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { MailFrame } from "#core/web/mail/MailFrame.tsx";
import { accounts } from "#domains/accounts/contract.ts";
import { sampleValues } from "#domains/templates/web/texts.ts";
import { emailTemplates } from "../contract.ts";
import { inScheme } from "../rules.ts";
import classes from "./MailPreview.module.css";
import { withoutForeignPictures } from "./ownPicture.ts";
import { mailPreviewTexts as texts } from "./texts.ts";

const widths = ["desktop", "phone"] as const;
type PreviewWidth = (typeof widths)[number];

/** In pixels: the column of an email with what is beside it, and a phone. */
const shownWidth: Record<PreviewWidth, number> = { desktop: 640, phone: 375 };
const shownHeight = 576;

interface Props {
  html: string;
  subject?: string;
  /** What is shown first. */
  initialWidth?: PreviewWidth;
}

/** An email as it arrives, at the width of a phone or a desktop, and in the dark. What has no room is shown smaller. */
export function MailPreview({ html, subject, initialWidth = "desktop" }: Props) {
  const [width, setWidth] = useState(initialWidth);
  const [isDark, setDark] = useState(false);
  const { ref, width: room } = useElementSize();
  const scale = room > 0 ? Math.min(1, room / shownWidth[width]) : 1;
  // The desktop's view fills a wider room; the phone's keeps its width.
  const inner = width === "desktop" ? Math.max(shownWidth.desktop, room) : shownWidth.phone;
  return (
    <section className={classes.preview} aria-label={texts.label}>
      <div className={classes.bar}>
        <Button.Group>
          {widths.map((value) => (
            <Button
              key={value}
              variant={value === width ? "light" : "default"}
              size="compact-md"
              aria-pressed={value === width}
              onClick={() => setWidth(value)}
            >
              {texts.widths[value]}
            </Button>
          ))}
        </Button.Group>
        <Switch label={texts.dark} checked={isDark} onChange={({ currentTarget }) => setDark(currentTarget.checked)} />
      </div>
      {subject && (
        <p className={classes.subject} dir="auto">
          {subject}
        </p>
      )}
      <div className={classes.paper} data-width={width}>
        {/* Measured within the edge. */}
        <div ref={ref} style={{ height: shownHeight }}>
          <MailFrame
            key={`${width} ${isDark}`}
            html={inScheme(withoutForeignPictures(html), isDark ? "dark" : "light")}
            title={texts.label}
            className={classes.frame}
            style={{
              colorScheme: isDark ? "dark" : "light",
              width: inner,
              height: shownHeight / scale,
              marginLeft: Math.max(0, (room - inner) / 2),
              transform: `scale(${scale})`,
            }}
          />
        </div>
      </div>
    </section>
  );
}

/** An email with its frame, filled in for someone made up, soon after it was written. */
export function useMailPreview(template: string) {
  const [written] = useDebouncedValue(template, 500);
  const profile = useCall(accounts.profile).data;
  const { data, error, refetch } = useCall(
    emailTemplates.preview,
    { body: { template: written } },
    { keepPrevious: true, staleTime: 60_000 },
  );
  const html = data && fillVariables(data.html, sampleValues(profile).usual, escapeHtml);
  return { html, bytes: data?.bytes ?? 0, removed: data?.removed ?? [], error, retry: () => void refetch() };
}
