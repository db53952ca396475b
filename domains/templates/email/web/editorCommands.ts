import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import type { MailAlignment } from "../rules.ts";

const isAligned = (name: string) => ["paragraph", "heading", "picture", "mailButton"].includes(name);

/** Aligns every block that the selection touches. */
export function alignSelection(editor: Editor, align: MailAlignment): void {
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      state.doc.nodesBetween(state.selection.from, state.selection.to, (node, at) => {
        if (isAligned(node.type.name)) tr.setNodeAttribute(at, "align", align);
      });
      return true;
    })
    .run();
}

/** How the first selected block is aligned. */
export function alignedAs({ state: { selection, doc } }: Editor): MailAlignment {
  let found: MailAlignment | undefined;
  doc.nodesBetween(selection.from, selection.to, (node) => {
    if (found === undefined && isAligned(node.type.name)) found = node.attrs.align as MailAlignment;
  });
  return found ?? null;
}

/** The attributes of the selected picture or button; undefined when none is selected. */
export function selectedAttributes(
  editor: Editor,
  name: "picture" | "mailButton",
): Record<string, unknown> | undefined {
  const { selection } = editor.state;
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== name) return undefined;
  return selection.node.attrs;
}

/** Changes the selected picture or button, or inserts one where the caret is. */
export function putNode(editor: Editor, name: "picture" | "mailButton", attrs: Record<string, unknown>): void {
  const chain = editor.chain().focus();
  if (selectedAttributes(editor, name)) chain.updateAttributes(name, attrs).run();
  else chain.insertContent({ type: name, attrs }).run();
}

/** Makes the selected words a link, or writes the address where nothing is selected. */
export function putLink(editor: Editor, href: string): void {
  const { empty } = editor.state.selection;
  const chain = editor.chain().focus();
  if (editor.isActive("link")) chain.extendMarkRange("link").setLink({ href }).run();
  else if (!empty) chain.setLink({ href }).run();
  else {
    const text = href.replace(/^(?:https?:\/\/|mailto:|tel:)/, "");
    chain
      .insertContent({ type: "text", text, marks: [{ type: "link", attrs: { href } }] })
      .unsetMark("link")
      .run();
  }
}
