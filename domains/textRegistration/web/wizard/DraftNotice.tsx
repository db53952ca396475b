import { Alert, Button, Group } from "@mantine/core";
import type { Ref } from "react";
import { draftTexts as texts } from "./texts.ts";
import type { RegistrationDraft } from "./useRegistrationDraft.ts";
import classes from "./Wizard.module.css";

interface Props {
  draft: RegistrationDraft;
  /** To be focused when somebody asks for more than can be saved. */
  ref: Ref<HTMLDivElement>;
}

/** Why nothing of a draft is saved now, and what to do. */
export function DraftNotice({ draft: { state }, ref }: Props) {
  return (
    <div ref={ref} tabIndex={-1} className={classes.notice}>
      {state === "conflict" && (
        <Alert color="yellow" title={texts.conflict}>
          <Group justify="space-between" gap="xs">
            {texts.conflictAbout}
            <Button size="xs" variant="default" onClick={() => window.location.reload()}>
              {texts.reload}
            </Button>
          </Group>
        </Alert>
      )}
      {state === "failed" && <Alert color="yellow">{texts.saveFailed}</Alert>}
    </div>
  );
}
