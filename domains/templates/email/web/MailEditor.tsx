import "@mantine/tiptap/styles.layer.css";
import { Alert, Button, Input, Textarea } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { NodeSelection } from "@tiptap/pm/state";
import { useEditor } from "@tiptap/react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { type EditorDialogName, type EditorDialogState, EditorDialogs } from "./EditorDialogs.tsx";
import { EditorToolbar } from "./EditorToolbar.tsx";
import classes from "./MailEditor.module.css";
import { useMailPreview } from "./MailPreview.tsx";
import { htmlOf, isLossy, type PastedLoss, readPasted, toContent } from "./mailDocument.ts";
import { mailExtensions } from "./mailExtensions.ts";
import { mailEditorTexts as texts } from "./texts.ts";

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

/** The kind of a selected part that has a dialog of its own. */
const dialogOf: Readonly<Record<string, EditorDialogName>> = { mailButton: "button", picture: "picture" };

/** Writes an email as it looks. */
function VisualEditor({ value, error, onChange, onPointerDown, onSource }: MailEditorProps & { onSource: () => void }) {
  const errorId = useId();
  const [dialog, setDialog] = useState<EditorDialogState>();
  const [lost, setLost] = useState<readonly PastedLoss[]>([]);
  const open = (name: EditorDialogName, pastedFile?: File) =>
    setDialog((last) => ({ name, pastedFile, isOpen: true, opening: (last?.opening ?? 0) + 1 }));
  // What was opened, as the editor spells it: who takes everything back has changed nothing.
  const opened = useRef({ value, html: undefined as string | undefined });
  // What was written, oldest first: who types fast is ahead of what the page has rendered.
  const written = useRef([value]);
  const editor = useEditor({
    extensions: mailExtensions,
    content: toContent(value),
    onCreate: ({ editor }) => {
      opened.current.html = htmlOf(editor.state.doc);
    },
    onUpdate: ({ editor }) => {
      const html = htmlOf(editor.state.doc);
      const next = html === opened.current.html ? opened.current.value : html;
      written.current.push(next);
      onChange(next);
    },
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": texts.label,
        ...(error ? { "aria-invalid": "true", "aria-describedby": errorId } : {}),
        dir: "auto",
      },
      handleDoubleClickOn: (view, _at, node, nodeAt) => {
        const wanted = dialogOf[node.type.name];
        if (!wanted) return false;
        view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, nodeAt)));
        open(wanted);
        return true;
      },
      handleKeyDown: (view, { key }) => {
        const { selection } = view.state;
        const wanted = selection instanceof NodeSelection ? dialogOf[selection.node.type.name] : undefined;
        if (key !== "Enter" || !wanted) return false;
        open(wanted);
        return true;
      },
      handlePaste: (view, { clipboardData }) => {
        const picture = [...(clipboardData?.files ?? [])].find(({ type }) => type.startsWith("image/"));
        const html = clipboardData?.getData("text/html");
        if (picture && !/\S/.test(clipboardData?.getData("text/plain") ?? "")) {
          open("picture", picture);
          return true;
        }
        if (!html) return false;
        const { slice, lost } = readPasted(html, view.state.schema);
        setLost(lost);
        view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView());
        return true;
      },
      // What is dragged in from elsewhere may be anything; what is moved within the email is ours.
      handleDrop: (_view, _event, _slice, isMoved) => !isMoved,
    },
  });
  // Another template was selected, or someone else's version was loaded.
  useEffect(() => {
    if (!editor) return;
    const at = written.current.indexOf(value);
    if (at !== -1) {
      written.current.splice(0, at);
      return;
    }
    written.current = [value];
    editor.commands.setContent(toContent(value), { emitUpdate: false });
    opened.current = { value, html: htmlOf(editor.state.doc) };
  }, [editor, value]);
  const close = () => {
    setDialog((last) => last && { ...last, isOpen: false });
    editor?.commands.focus();
  };
  return (
    <>
      <Input.Wrapper error={error} errorProps={{ id: errorId }} onPointerDown={onPointerDown}>
        <RichTextEditor
          editor={editor}
          withCodeHighlightStyles={false}
          classNames={{ root: classes.frame, content: classes.content, toolbar: classes.toolbar }}
          data-invalid={Boolean(error) || undefined}
        >
          {editor && <EditorToolbar editor={editor} onOpen={open} onSource={onSource} />}
          <RichTextEditor.Content />
        </RichTextEditor>
      </Input.Wrapper>
      {lost.length > 0 && (
        <RemovedNote onClose={() => setLost([])}>
          {texts.pasted(lost.map((kind) => texts.pastedKinds[kind]))}
        </RemovedNote>
      )}
      {editor && <EditorDialogs editor={editor} dialog={dialog} onClose={close} />}
    </>
  );
}

interface Props {
  children: ReactNode;
  /** Without it the note goes when its reason does. */
  onClose?: () => void;
}

/** Says what of an email's HTML isn't kept. */
function RemovedNote({ children, onClose }: Props) {
  return (
    <Alert
      color="yellow"
      role="status"
      withCloseButton={onClose !== undefined}
      closeButtonLabel="Close this note"
      {...(onClose && { onClose })}
    >
      {children}
    </Alert>
  );
}

export interface MailEditorProps {
  /** HTML, with variables between percent signs. */
  value: string;
  onChange: (html: string) => void;
  error?: ReactNode;
  /** Called when the editor is pressed, to clear its error. */
  onPointerDown?: () => void;
}
