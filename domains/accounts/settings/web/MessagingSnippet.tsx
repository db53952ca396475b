import { Button, Text } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import classes from "./Settings.module.css";

/** The snippet that a website embeds to receive texts. */
export function MessagingSnippet({ script }: { script: string }) {
  const clipboard = useClipboard({ timeout: 2000 });
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <div className={classes.form}>
      <Text fw={500}>Messaging iframe</Text>
      <Text fz="sm" c="dimmed">
        Paste this before the closing &lt;/body&gt; tag of your website.
      </Text>
      <pre className={classes.snippet}>
        <code>{script}</code>
      </pre>
      <Button variant="default" leftSection={<Icon size={16} aria-hidden />} onClick={() => clipboard.copy(script)}>
        {clipboard.copied ? "Copied" : "Copy"}
      </Button>
    </div>
  );
}
