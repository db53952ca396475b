import { Button } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconCode,
  IconLetterT,
  IconLink,
  IconPalette,
  IconPhoto,
  IconRectangle,
} from "@tabler/icons-react";
import { type Editor, useEditorState } from "@tiptap/react";
import type { Icon } from "#core/web/layout/screenDeclaration.ts";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import type { MailAlignment } from "../../starters/rules.ts";
import { textColors } from "../rules.ts";
import type { EditorDialogName } from "./EditorDialogs.tsx";
import { alignedAs, alignSelection } from "./editorCommands.ts";
import { mailEditorTexts as texts } from "./texts.ts";
import { useMenuFocus } from "./useMenuFocus.ts";
import { VariableMenu } from "./VariableMenu.tsx";

const { tools } = texts;

const alignments: readonly [MailAlignment, string, Icon][] = [
  [null, tools.left, IconAlignLeft],
  ["center", tools.center, IconAlignCenter],
  ["right", tools.right, IconAlignRight],
];

interface Props {
  editor: Editor;
  onOpen: (dialog: EditorDialogName) => void;
  onSource: () => void;
}

/** What can be done with the selected part of an email. */
export function EditorToolbar({ editor, onOpen, onSource }: Props) {
  const now = useEditorState({
    editor,
    selector: ({ editor }) => ({
      isText: editor.isActive("paragraph"),
      isLink: editor.isActive("link"),
      isPicture: editor.isActive("picture"),
      isButton: editor.isActive("mailButton"),
      color: (editor.getAttributes("textColor").color as string | undefined) ?? "",
      align: alignedAs(editor),
    }),
  });
  return (
    <RichTextEditor.Toolbar>
      <RichTextEditor.ControlsGroup>
        <Tool
          label={tools.text}
          icon={IconLetterT}
          isActive={now.isText}
          onClick={() => editor.chain().focus().setParagraph().run()}
        />
        <RichTextEditor.H1 />
        <RichTextEditor.H2 />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Underline />
        <ColorMenu editor={editor} color={now.color} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        {alignments.map(([align, label, icon]) => (
          <Tool
            key={label}
            label={label}
            icon={icon}
            isActive={now.align === align}
            onClick={() => alignSelection(editor, align)}
          />
        ))}
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <Tool label={tools.link} icon={IconLink} isActive={now.isLink} onClick={() => onOpen("link")} />
        <Tool label={tools.picture} icon={IconPhoto} isActive={now.isPicture} onClick={() => onOpen("picture")} />
        <Tool label={tools.button} icon={IconRectangle} isActive={now.isButton} onClick={() => onOpen("button")} />
        <RichTextEditor.Hr />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.ControlsGroup>
      <VariableMenu editor={editor} />
      <Button variant="default" size="compact-sm" leftSection={<IconCode size={14} aria-hidden />} onClick={onSource}>
        {texts.source}
      </Button>
    </RichTextEditor.Toolbar>
  );
}

interface ToolProps {
  label: string;
  icon: Icon;
  isActive: boolean;
  onClick: () => void;
}

function Tool({ label, icon: ToolIcon, isActive, onClick }: ToolProps) {
  return (
    <RichTextEditor.Control aria-label={label} title={label} active={isActive} onClick={onClick}>
      <ToolIcon size={16} stroke={1.5} aria-hidden />
    </RichTextEditor.Control>
  );
}

function ColorMenu({ editor, color }: { editor: Editor; color: string }) {
  const { choose, onFocus } = useMenuFocus(editor);
  const paint = (light: string) => {
    const chain = editor.chain();
    if (light === "") chain.unsetMark("textColor").run();
    else chain.setMark("textColor", { color: light }).run();
  };
  const choices = [{ name: texts.plainColor, light: "" }, ...textColors];
  return (
    <DropMenu
      trigger={
        <RichTextEditor.Control aria-label={tools.color} title={tools.color} active={color !== ""} onFocus={onFocus}>
          <IconPalette size={16} stroke={1.5} aria-hidden />
        </RichTextEditor.Control>
      }
      items={choices.map(({ name, light }) => ({
        label: name,
        checked: light === color,
        onClick: () => choose(() => paint(light)),
      }))}
    />
  );
}
