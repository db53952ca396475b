import "@mantine/core/styles/Switch.layer.css";
import { Button, Switch } from "@mantine/core";
import { useState } from "react";
import { MailFrame } from "#core/web/mail/MailFrame.tsx";
import { inScheme } from "./inScheme.ts";
import classes from "./MailPreview.module.css";
import { mailPreviewTexts as texts } from "./texts.ts";

const widths = ["desktop", "phone"] as const;

/** An email as it arrives, at the width of a phone or a desktop, and in the dark. */
export function MailPreview({ html, subject }: { html: string; subject?: string }) {
  const [width, setWidth] = useState<(typeof widths)[number]>("desktop");
  const [isDark, setDark] = useState(false);
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
      <div className={classes.paper}>
        <MailFrame
          key={`${width} ${isDark}`}
          html={inScheme(html, isDark ? "dark" : "light")}
          title={texts.label}
          className={classes.frame}
          style={{ colorScheme: isDark ? "dark" : "light", maxWidth: width === "phone" ? "23.4375rem" : "100%" }}
        />
      </div>
    </section>
  );
}
