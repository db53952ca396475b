import { Extension, Mark, mergeAttributes, Node } from "@tiptap/core";
import { StarterKit } from "@tiptap/starter-kit";
import { variableLabel } from "#core/variables.ts";
import { linkOf, textColors } from "../rules.ts";
import { inlineStyle } from "./inlineStyle.ts";
import { buttonCellStyle, buttonLinkStyle } from "./mailButton.ts";

/** The attribute that holds a style to the letter while it is edited. */
export const exactStyle = "data-style";

/**
 * A style as it is to be written, beside the one that the browser shows: browsers spell colors anew, and leave out what
 * only mail programs know.
 */
const styled = (style: string) => ({ style, [exactStyle]: style });
const styleOf = (element: HTMLElement) => element.getAttribute(exactStyle) ?? element.getAttribute("style") ?? "";

/** Color of text, one of those that read well in either scheme. */
const TextColor = Mark.create({
  name: "textColor",
  addAttributes: () => ({
    color: {
      default: null,
      parseHTML: (element: HTMLElement) => colorOf(element),
      renderHTML: ({ color }: Record<string, unknown>) => (color ? styled(`color:${String(color)}`) : {}),
    },
  }),
  parseHTML: () => [{ tag: "span", getAttrs: (element) => (colorOf(element) ? null : false) }],
  renderHTML: ({ HTMLAttributes }) => ["span", HTMLAttributes, 0],
});

function colorOf(element: HTMLElement): string | null {
  const color = inlineStyle(styleOf(element)).get("color")?.toLowerCase();
  return textColors.find(({ light }) => light === color)?.light ?? null;
}

const alignments = ["center", "right"];

/** Alignment of paragraphs and headings; left needs no words. */
const Alignment = Extension.create({
  name: "alignment",
  addGlobalAttributes: () => [
    {
      types: ["paragraph", "heading"],
      attributes: {
        textAlign: {
          default: null,
          parseHTML: (element: HTMLElement) => {
            const align = inlineStyle(styleOf(element)).get("text-align") ?? "";
            return alignments.includes(align) ? align : null;
          },
          renderHTML: ({ textAlign }: Record<string, unknown>) =>
            textAlign ? styled(`text-align:${String(textAlign)}`) : {},
        },
      },
    },
  ],
});

const own = (name: string) => ({
  default: "",
  parseHTML: (element: HTMLElement) => element.getAttribute(name) ?? "",
  renderHTML: (attributes: Record<string, unknown>) => ({ [name]: String(attributes[name] ?? "") }),
});

/** A picture, as wide as somebody wants and never wider than the screen. */
const MailImage = Node.create({
  name: "mailImage",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    alt: own("alt"),
    width: { ...own("width"), default: "552" },
    src: own("src"),
  }),
  parseHTML: () => [{ tag: "img[src]" }],
  renderHTML: ({ HTMLAttributes }) => [
    "img",
    mergeAttributes(HTMLAttributes, styled("display:block;max-width:100%;height:auto;margin:0 0 16px")),
  ],
});

/** A button: edited as one thing, written as the table that every mail program shows. */
const MailButton = Node.create({
  name: "mailButton",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    label: { default: "", parseHTML: (element: HTMLElement) => element.textContent?.trim() ?? "" },
    href: { default: "", parseHTML: (element: HTMLElement) => element.querySelector("a")?.getAttribute("href") ?? "" },
    align: {
      default: "left",
      parseHTML: (element: HTMLElement) => element.querySelector("td")?.getAttribute("align") ?? "left",
    },
  }),
  parseHTML: () => [{ tag: "table.button", priority: 100 }],
  renderHTML: ({ node: { attrs } }) => {
    const link = [
      "a",
      { href: linkOf(String(attrs.href)) ?? "", ...styled(buttonLinkStyle) },
      String(attrs.label),
    ] as const;
    const cell = ["td", { align: "center", bgcolor: "#016b70", ...styled(buttonCellStyle) }, link] as const;
    const table = { role: "presentation", border: "0", cellpadding: "0", cellspacing: "0" };
    const inner = ["table", table, ["tbody", ["tr", cell]]] as const;
    const outer = {
      class: "button",
      role: "presentation",
      width: "100%",
      border: "0",
      cellpadding: "0",
      cellspacing: "0",
    };
    return ["table", outer, ["tbody", ["tr", ["td", { align: String(attrs.align) }, inner]]]];
  },
});

/** A variable: a chip in the editor, `%first_name|there%` in the HTML. */
const Variable = Node.create({
  name: "variable",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({
    token: {
      default: "",
      parseHTML: (element: HTMLElement) => element.getAttribute("data-variable") ?? "",
      renderHTML: ({ token }: Record<string, unknown>) => ({ "data-variable": String(token) }),
    },
  }),
  parseHTML: () => [{ tag: "span[data-variable]", priority: 100 }],
  renderHTML: ({ HTMLAttributes, node }) => ["span", HTMLAttributes, `%${String(node.attrs.token)}%`],
  renderText: ({ node }) => `%${String(node.attrs.token)}%`,
  // People read a name; what leaves the editor is the token.
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement("span");
      dom.dataset.variable = String(node.attrs.token);
      dom.textContent = variableLabel(String(node.attrs.token));
      return { dom };
    },
});

/** Everything that the editor of mails knows. What it doesn't know, it would lose. */
export const mailExtensions = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      protocols: ["mailto", "tel"],
      isAllowedUri: (uri) => linkOf(uri) === uri,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  TextColor,
  Alignment,
  MailImage,
  MailButton,
  Variable,
];
