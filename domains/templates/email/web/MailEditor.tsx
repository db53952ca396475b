import "@mantine/tiptap/styles.layer.css";
import { Alert, Button, Input, Textarea } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { useEditor } from "@tiptap/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import classes from "./MailEditor.module.css";
import { MailToolbar } from "./MailToolbar.tsx";
import { mailExtensions } from "./mailExtensions.ts";
import { isLossy, toContent, toHtml, toPastedSlice } from "./mailMarkup.ts";
import { mailEditorTexts as texts } from "./texts.ts";

export interface MailEditorProps {
  /** HTML, with variables between percent signs. */
  value: string;
  onChange: (html: string) => void;
  error?: ReactNode;
}

/** Writes an email: as text, or as HTML where the text editor would lose some of it. */
export function MailEditor({ value, onChange, error }: MailEditorProps) {
  const [isSource, setSource] = useState(() => isLossy(value));
  return (
    <div className={classes.editor}>
      {isSource ? (
        <SourceEditor value={value} error={error} onChange={onChange} onVisual={() => setSource(false)} />
      ) : (
        <VisualEditor value={value} error={error} onChange={onChange} onSource={() => setSource(true)} />
      )}
    </div>
  );
}

function SourceEditor({ value, error, onChange, onVisual }: MailEditorProps & { onVisual: () => void }) {
  const loses = isLossy(value);
  return (
    <>
      {loses && (
        <Alert>
          <p>{texts.lossy}</p>
          <Button variant="default" size="compact-md" onClick={onVisual}>
            {texts.convert}
          </Button>
        </Alert>
      )}
      {!loses && (
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
        minRows={12}
        maxRows={28}
        spellCheck={false}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </>
  );
}

function VisualEditor({ value, error, onChange, onSource }: MailEditorProps & { onSource: () => void }) {
  const written = useRef(value);
  const editor = useEditor({
    extensions: mailExtensions,
    content: toContent(value),
    onUpdate: ({ editor }) => {
      written.current = editor.isEmpty ? "" : toHtml(editor.state.doc);
      onChange(written.current);
    },
    editorProps: {
      attributes: { role: "textbox", "aria-multiline": "true", "aria-label": texts.label, dir: "auto" },
      handlePaste: (view, { clipboardData }) => {
        const html = clipboardData?.getData("text/html");
        if (!html) return false;
        view.dispatch(view.state.tr.replaceSelection(toPastedSlice(html, view.state.schema)).scrollIntoView());
        return true;
      },
      // What is dragged in from elsewhere may be anything; what is moved within the email is ours.
      handleDrop: (_view, _event, _slice, isMoved) => !isMoved,
    },
  });
  // Another template was selected, or somebody else's version was loaded.
  useEffect(() => {
    if (!editor || value === written.current) return;
    written.current = value;
    editor.commands.setContent(toContent(value), { emitUpdate: false });
  }, [editor, value]);
  return (
    <Input.Wrapper error={error}>
      <RichTextEditor
        editor={editor}
        classNames={{ content: classes.content }}
        data-invalid={Boolean(error) || undefined}
      >
        {editor && <MailToolbar editor={editor} onSource={onSource} />}
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  );
}
