import { Button } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconBraces,
  IconCode,
  IconLetterT,
  IconLink,
  IconPalette,
  IconPhoto,
  IconRectangle,
} from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { useRef } from "react";
import { companyValuesOf, type VariableName, variableNames } from "#core/variables.ts";
import { useCall } from "#core/web/call/useCall.ts";
import type { Icon } from "#core/web/layout/screenDeclaration.ts";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { accounts } from "#domains/accounts/contract.ts";
import { useCustomVariables } from "#domains/customers/custom/web/public.tsx";
import { type MailAlignment, textColors } from "../rules.ts";
import type { EditorDialogName } from "./EditorDialogs.tsx";
import { alignedAs, alignSelection } from "./editorCommands.ts";
import { mailEditorTexts as texts } from "./texts.ts";

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

/** A last name alone greets no one. */
const offered = (Object.keys(variableNames) as VariableName[]).filter((name) => name !== "last_name");

/** Inserts who reads the email as a variable, and the business as it is called now. */
function VariableMenu({ editor }: { editor: Editor }) {
  const { choose, onFocus } = useMenuFocus(editor);
  const company: Partial<Record<VariableName, string>> = companyValuesOf(useCall(accounts.profile).data);
  const own = useCustomVariables();
  const insert = (name: VariableName) => {
    const text = company[name]?.trim() ?? "";
    const content = text === "" ? { type: "variable", attrs: { token: name } } : { type: "text", text };
    editor.chain().insertContent(content).run();
  };
  return (
    <DropMenu
      trigger={
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconBraces size={14} aria-hidden />}
          onFocus={onFocus}
        >
          {texts.variables}
        </Button>
      }
      items={[
        ...offered.map((name) => ({ label: variableNames[name], onClick: () => choose(() => insert(name)) })),
        ...Object.entries(own).map(([token, label]) => ({
          label,
          onClick: () =>
            choose(() => {
              editor.chain().insertContent({ type: "variable", attrs: { token } }).run();
            }),
        })),
      ]}
    />
  );
}

/**
 * After a menu choice the editor gets the focus back through the menu's button. The choice must not focus the editor
 * itself, or the button would take the focus again and lose typed text.
 */
function useMenuFocus(editor: Editor) {
  const hasChosen = useRef(false);
  return {
    /** For what the menu's items do. */
    choose: (act: () => void) => {
      hasChosen.current = true;
      act();
    },
    /** For the menu's button. */
    onFocus: () => {
      if (!hasChosen.current) return;
      hasChosen.current = false;
      editor.commands.focus();
    },
  };
}
