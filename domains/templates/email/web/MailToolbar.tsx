import { Button } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { IconAlignLeft, IconBraces, IconCode, IconPalette, IconPointer } from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { type VariableName, variableNames } from "#core/variables.ts";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { textColors } from "../rules.ts";
import { ButtonDialog } from "./ButtonDialog.tsx";
import { mailEditorTexts as texts } from "./texts.ts";

const offered = Object.keys(variableNames) as VariableName[];
const alignments = Object.entries(texts.alignments);

/** What can be done with the text of an email. */
export function MailToolbar({ editor, onSource }: { editor: Editor; onSource: () => void }) {
  const [hasDialog, setDialog] = useState(false);
  const chain = () => editor.chain().focus();
  const align = (side: string) => {
    const textAlign = side === "left" ? null : side;
    chain().updateAttributes("paragraph", { textAlign }).updateAttributes("heading", { textAlign }).run();
    if (editor.isActive("mailButton")) editor.commands.updateAttributes("mailButton", { align: side });
  };
  return (
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
          <Button variant="default" size="compact-sm" leftSection={<IconAlignLeft size={14} aria-hidden />}>
            {texts.align}
          </Button>
        }
        items={alignments.map(([side, label]) => ({ label, onClick: () => align(side) }))}
      />
      <DropMenu
        trigger={
          <Button variant="default" size="compact-sm" leftSection={<IconPalette size={14} aria-hidden />}>
            {texts.color}
          </Button>
        }
        items={[
          { label: texts.usualColor, onClick: () => void chain().unsetMark("textColor").run() },
          ...textColors.map(({ name, light }) => ({
            label: name,
            onClick: () => void chain().setMark("textColor", { color: light }).run(),
          })),
        ]}
      />
      <DropMenu
        trigger={
          <Button variant="default" size="compact-sm" leftSection={<IconBraces size={14} aria-hidden />}>
            {texts.variables}
          </Button>
        }
        items={offered.map((name) => ({
          label: variableNames[name],
          onClick: () =>
            void chain()
              .insertContent({ type: "variable", attrs: { token: name } })
              .run(),
        }))}
      />
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPointer size={14} aria-hidden />}
        onClick={() => setDialog(true)}
      >
        {texts.button}
      </Button>
      <Button variant="default" size="compact-sm" leftSection={<IconCode size={14} aria-hidden />} onClick={onSource}>
        {texts.source}
      </Button>
      {hasDialog && <ButtonDialog editor={editor} onClose={() => setDialog(false)} />}
    </RichTextEditor.Toolbar>
  );
}
