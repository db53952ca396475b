import { Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useState } from "react";
import classes from "../../wizard/web/Wizard.module.css";
import { SendTestDialog } from "./SendTestDialog.tsx";
import { TextOnPhone } from "./TextOnPhone.tsx";
import { composeTexts as texts } from "./texts.ts";
import type { Wizard } from "./useWizard.ts";

/** The text on a phone, and a test of it. */
export function PreviewStep({ wizard: { draft } }: { wizard: Wizard }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.preview}>
      <TextOnPhone draft={draft} />
      <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {texts.test}
      </Button>
      <SendTestDialog opened={isOpen} onClose={() => setOpen(false)} draft={draft} />
    </div>
  );
}
