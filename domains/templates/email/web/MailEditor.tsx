import "@mantine/tiptap/styles.layer.css";
import { Alert, Button, Input, Textarea } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { IconBraces, IconCode } from "@tabler/icons-react";
import { useEditor } from "@tiptap/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type VariableName, variableNames } from "#core/variables.ts";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import classes from "./MailEditor.module.css";
import { isLossy, mailExtensions, toContent, toPastedSlice } from "./mailMarkup.ts";
import { mailEditorTexts as texts } from "./texts.ts";

export interface MailEditorProps {
  /** HTML, with variables between percent signs. */
  value: string;
  onChange: (html: string) => void;
  error?: ReactNode;
}

const offered = Object.keys(variableNames) as VariableName[];

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
      written.current = editor.isEmpty ? "" : editor.getHTML();
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
  const insert = (name: VariableName) =>
    editor
      ?.chain()
      .focus()
      .insertContent({ type: "text", text: `%${name}%` })
      .run();
  return (
    <Input.Wrapper error={error}>
      <RichTextEditor
        editor={editor}
        classNames={{ content: classes.content }}
        data-invalid={Boolean(error) || undefined}
      >
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H1 />
            <RichTextEditor.H2 />
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link />
            <RichTextEditor.Unlink />
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
            <RichTextEditor.Hr />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
          <DropMenu
            trigger={
              <Button variant="default" size="compact-sm" leftSection={<IconBraces size={14} aria-hidden />}>
                {texts.variables}
              </Button>
            }
            items={offered.map((name) => ({ label: variableNames[name], onClick: () => insert(name) }))}
          />
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconCode size={14} aria-hidden />}
            onClick={onSource}
          >
            {texts.source}
          </Button>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  );
}
