import { Alert, Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { confirm } from "#core/web/dialog/confirm.tsx";
import classes from "./MailEditor.module.css";
import { isLossy } from "./mailDocument.ts";
import type { MailEditorProps } from "./mailEditorProps.ts";
import { RemovedNote } from "./RemovedNote.tsx";
import { mailEditorTexts as texts } from "./texts.ts";
import { useMailPreview } from "./useMailPreview.ts";
import { VisualEditor } from "./VisualEditor.tsx";

/** Writes an email: as text, or as HTML where the text editor would lose some of it. */
export function MailEditor(props: MailEditorProps) {
  const [isSource, setSource] = useState(() => isLossy(props.value));
  return (
    <div className={classes.editor}>
      {isSource ? (
        <SourceEditor {...props} onVisual={() => setSource(false)} />
      ) : (
        <VisualEditor {...props} onSource={() => setSource(true)} />
      )}
    </div>
  );
}

function SourceEditor({ value, error, onChange, onPointerDown, onVisual }: MailEditorProps & { onVisual: () => void }) {
  const loses = isLossy(value);
  const { removed } = useMailPreview(value);
  const convert = async () => {
    if (await confirm({ ...texts.convertQuestion, danger: true })) onVisual();
  };
  return (
    <>
      {loses ? (
        <Alert>
          <p className={classes.lossy}>{texts.lossy}</p>
          <Button variant="default" size="compact-md" onClick={() => void convert()}>
            {texts.convert}
          </Button>
        </Alert>
      ) : (
        <div>
          <Button variant="default" size="compact-md" onClick={onVisual}>
            {texts.visual}
          </Button>
        </div>
      )}
      <Textarea
        label={texts.sourceLabel}
        className={classes.source}
        autosize
        minRows={10}
        maxRows={28}
        spellCheck={false}
        value={value}
        error={error}
        onPointerDown={onPointerDown}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {removed.length > 0 && <RemovedNote>{texts.removed(removed)}</RemovedNote>}
    </>
  );
}
