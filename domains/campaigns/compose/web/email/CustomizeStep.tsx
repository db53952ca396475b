import { Button } from "@mantine/core";
import { IconTemplate } from "@tabler/icons-react";
import { useState } from "react";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { MailEditor } from "#domains/templates/email/web/public.tsx";
import classes from "../wizard/Wizard.module.css";
import type { EmailWizard } from "./emailDraft.ts";
import { isBlankHtml } from "./emailDraft.ts";
import { composeEmailTexts as texts } from "./texts.ts";

const SaveAsTemplateDialog = lazyDialog(() => import("./SaveAsTemplateDialog.tsx"), "SaveAsTemplateDialog");

/** Writes the email, or changes what came from the template. */
export function CustomizeStep({ wizard: { draft, change, errors } }: { wizard: EmailWizard }) {
  const [isOpen, setOpen] = useState(false);
  // Each opening begins with the campaign as it is then.
  const [opening, setOpening] = useState(0);
  const open = () => {
    setOpening((count) => count + 1);
    setOpen(true);
  };
  return (
    <div className={classes.stack}>
      <MailEditor value={draft.html} error={errors.campaign_template} onChange={(html: string) => change({ html })} />
      <div>
        <Button
          variant="default"
          leftSection={<IconTemplate size={16} aria-hidden />}
          disabled={isBlankHtml(draft.html)}
          onClick={open}
        >
          {texts.saveAs.open}
        </Button>
      </div>
      <SaveAsTemplateDialog
        key={opening}
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={draft.title}
        html={draft.html}
        onSaved={(template_id) => change({ template_id })}
      />
    </div>
  );
}
