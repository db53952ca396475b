import { Extension, type Extensions, Mark } from "@tiptap/core";
import { StarterKit } from "@tiptap/starter-kit";
import { linkOf, textColors } from "../rules.ts";
import { keptStyle, styleOf } from "./inlineStyle.ts";
import { alignmentOf, ButtonNode, PictureNode, VariableNode } from "./mailNodes.ts";

/** Color of text, one of those that read well in either scheme. */
const TextColor = Mark.create({
  name: "textColor",
  addAttributes: () => ({
    color: {
      default: null,
      parseHTML: (element: HTMLElement) => colorOf(element),
      renderHTML: ({ color }: Record<string, unknown>) => (color ? keptStyle(`color:${String(color)}`) : {}),
    },
  }),
  parseHTML: () => [{ tag: "span", getAttrs: (element) => (colorOf(element) ? null : false) }],
  renderHTML: ({ HTMLAttributes }) => ["span", HTMLAttributes, 0],
});

function colorOf(element: HTMLElement): string | null {
  const color = styleOf(element).get("color")?.toLowerCase();
  return textColors.find(({ light }) => light === color)?.light ?? null;
}

/** Alignment of paragraphs and headings; left needs no words. */
const Alignment = Extension.create({
  name: "alignment",
  addGlobalAttributes: () => [
    {
      types: ["paragraph", "heading"],
      attributes: {
        align: {
          default: null,
          parseHTML: alignmentOf,
          renderHTML: ({ align }: Record<string, unknown>) => (align ? keptStyle(`text-align:${String(align)}`) : {}),
        },
      },
    },
  ],
});

/** Everything that the editor of mails knows: what every mail program shows. What it doesn't know, it would lose. */
export const mailExtensions: Extensions = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      autolink: true,
      protocols: ["mailto", "tel"],
      defaultProtocol: "https",
      isAllowedUri: (uri) => linkOf(uri) === uri,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
    // It would change an email that somebody only looks at.
    trailingNode: false,
  }),
  TextColor,
  Alignment,
  PictureNode,
  ButtonNode,
  VariableNode,
];
