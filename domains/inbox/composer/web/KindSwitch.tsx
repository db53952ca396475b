import { UnstyledButton } from "@mantine/core";
import type { DraftKind } from "#domains/inbox/drafts/web/useDraft.ts";
import classes from "./KindSwitch.module.css";
import { composerTexts } from "./texts.ts";

const kinds = ["text", "note"] as const;

/** What is being written: a text to the customer, or a note that only the team sees. */
export function KindSwitch({ kind, onChange }: { kind: DraftKind; onChange: (kind: DraftKind) => void }) {
  return (
    <fieldset className={classes.kinds} aria-label={composerTexts.kinds}>
      {kinds.map((one) => (
        <UnstyledButton key={one} className={classes.kind} aria-pressed={one === kind} onClick={() => onChange(one)}>
          {composerTexts[one]}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
