import { Button } from "@mantine/core";
import type { DraftHandle } from "#domains/inbox/drafts/web/useDraft.ts";
import classes from "./Composer.module.css";
import { composerTexts } from "./texts.ts";

interface Props {
  /** What a paste brought beyond the limit; empty without one. */
  cut: string;
  /** What is kept for the next text. */
  rest: string;
  handle: DraftHandle;
  /** The offer is answered. */
  onDecided: () => void;
}

/** Says how much of a pasted text didn't fit, and keeps it for the next one if asked. */
export function CutText({ cut, rest, handle, onDecided }: Props) {
  const keep = () => {
    handle.change(() => ({ rest: cut }));
    onDecided();
  };
  return (
    <p className={classes.cut} role="status">
      {cut !== "" && (
        <>
          {composerTexts.cut(cut.length)}
          <Button size="compact-xs" variant="subtle" onClick={keep}>
            {composerTexts.keepRest}
          </Button>
        </>
      )}
      {cut === "" && rest !== "" && (
        <>
          {composerTexts.kept(rest.length)}
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => handle.change(() => ({ rest: "" }))}>
            {composerTexts.discardRest}
          </Button>
        </>
      )}
    </p>
  );
}
