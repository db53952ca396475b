import { ActionIcon } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import classes from "./DomainRecords.module.css";
import { domainTexts as texts } from "./texts.ts";

/** Words to paste elsewhere, with a button that copies them. */
export function CopiedText({ label, text }: { label: string; text: string }) {
  const clipboard = useClipboard({ timeout: 2_000 });
  const CopyIcon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <div className={classes.record}>
      <code>{text}</code>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={clipboard.copied ? texts.copied : label}
        onClick={() => clipboard.copy(text)}
      >
        <CopyIcon size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
