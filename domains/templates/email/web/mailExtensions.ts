import { Extension, type Extensions, InputRule, Mark, Node } from "@tiptap/core";
import { StarterKit } from "@tiptap/starter-kit";
import { isVariableToken, variableLabel } from "#core/variables.ts";
import { buttonSpec, type ElementSpec, linkOf, type MailAlignment, mailAlignments, textColors } from "../rules.ts";
import { ownPicture } from "./ownPicture.ts";
import { mailEditorTexts as texts } from "./texts.ts";

/** How a block is aligned, by its style. */
function alignmentOf(element: HTMLElement): MailAlignment {
  const align = styleOf(element).get("text-align") ?? "";
  return mailAlignments.includes(align) ? (align as MailAlignment) : null;
}

const aligned = (align: unknown) => (align ? keptStyle(`text-align:${String(align)}`) : {});

/** A paragraph's only content, or the element itself, when that is a picture. */
function pictureIn(element: HTMLElement): HTMLElement | null {
  if (element.localName === "img") return element;
  const [child] = element.children;
  const isAlone = element.childElementCount === 1 && (element.textContent ?? "").trim() === "";
  return isAlone && child?.localName === "img" ? (child as HTMLElement) : null;
}

const ofPicture = (name: string) => ({
  default: "",
  parseHTML: (element: HTMLElement) => pictureIn(element)?.getAttribute(name) ?? "",
});

/** A picture in a line of its own, as wide as someone wants and never wider than the screen. */
const PictureNode = Node.create({
  name: "picture",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: ofPicture("src"),
    alt: ofPicture("alt"),
    width: ofPicture("width"),
    align: { default: null, parseHTML: alignmentOf },
  }),
  parseHTML: () => [
    { tag: "p", priority: 100, getAttrs: (element) => (pictureIn(element)?.getAttribute("src") ? null : false) },
    { tag: "img[src]" },
  ],
  renderHTML: ({ node: { attrs } }) => [
    "p",
    aligned(attrs.align),
    [
      "img",
      {
        src: String(attrs.src),
        alt: String(attrs.alt),
        ...(attrs.width && { width: String(attrs.width) }),
        ...keptStyle("max-width:100%;height:auto"),
      },
    ],
  ],
  // The browser loads pictures from our own server alone; those of others are only named.
  addNodeView:
    () =>
    ({ node: { attrs } }) => {
      const dom = document.createElement("div");
      dom.dataset.align = String(attrs.align ?? "left");
      const [src, alt] = [String(attrs.src), String(attrs.alt)];
      const address = ownPicture(src);
      if (address !== undefined) {
        const picture = document.createElement("img");
        picture.src = address;
        picture.alt = alt;
        const width = Number.parseInt(String(attrs.width), 10);
        if (width > 0) picture.width = width;
        dom.append(picture);
      } else {
        dom.dataset.foreign = "true";
        dom.textContent = texts.foreignPicture(alt);
      }
      return { dom };
    },
});

/** A button: edited as one thing, written as the table that every mail program shows. */
const ButtonNode = Node.create({
  name: "mailButton",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    label: { default: "", parseHTML: (element: HTMLElement) => element.textContent?.trim() ?? "" },
    href: { default: "", parseHTML: (element: HTMLElement) => element.querySelector("a")?.getAttribute("href") ?? "" },
    align: {
      default: null,
      parseHTML: (element: HTMLElement) => {
        const align = element.querySelector("td")?.getAttribute("align") ?? "";
        return mailAlignments.includes(align) ? align : null;
      },
    },
  }),
  parseHTML: () => [{ tag: "table.button", priority: 100 }],
  renderHTML: ({ node: { attrs } }) => {
    const { label, href, align } = attrs as { label: string; href: string; align: MailAlignment };
    return withKeptStyles(buttonSpec({ label, href: linkOf(href) ?? "", align }));
  },
  addNodeView:
    () =>
    ({ node: { attrs } }) => {
      const dom = document.createElement("div");
      dom.dataset.align = String(attrs.align ?? "left");
      const face = document.createElement("span");
      face.dataset.button = "true";
      face.textContent = String(attrs.label);
      dom.append(face);
      if (attrs.href === "") {
        const missing = document.createElement("small");
        missing.textContent = texts.noLink;
        dom.append(" ", missing);
      }
      return { dom };
    },
});

/** What a chip says: "First name", and the fallback if there is one. */
export function chipText(token: string): string {
  const [typed = "", fallback = ""] = token.split("|");
  const name = variableLabel(typed);
  return fallback.trim() === "" ? name : texts.withFallback(name, fallback.trim());
}

const typedVariable = /%((?:[a-z][a-z_ ]{1,28}[a-z]|custom\.[\p{L}\p{M}\p{N}_ -]{1,60})(?:\|[^%|\n]{0,40})?)%$/iu;

/** A variable: a chip in the editor, `%first_name|there%` in the HTML. */
const VariableNode = Node.create({
  name: "variable",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({
    token: { default: "", parseHTML: (element: HTMLElement) => element.getAttribute("data-variable") ?? "" },
  }),
  parseHTML: () => [{ tag: "span[data-variable]", priority: 100 }],
  renderHTML: ({ node }) => ["span", { "data-variable": String(node.attrs.token) }, `%${String(node.attrs.token)}%`],
  renderText: ({ node }) => `%${String(node.attrs.token)}%`,
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement("span");
      dom.dataset.variable = String(node.attrs.token);
      dom.textContent = chipText(String(node.attrs.token));
      return { dom };
    },
  addInputRules() {
    return [
      new InputRule({
        find: (text) => {
          const [match, token = ""] = typedVariable.exec(text) ?? [];
          return match !== undefined && isVariableToken(token)
            ? { index: text.length - match.length, text: match, data: { token } }
            : null;
        },
        handler: ({ state, range, match }) => {
          state.tr.replaceWith(range.from, range.to, this.type.create({ token: String(match.data?.token) }));
        },
      }),
    ];
  },
});

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
    // It would change an email that someone only looks at.
    trailingNode: false,
  }),
  TextColor,
  Alignment,
  PictureNode,
  ButtonNode,
  VariableNode,
];

/** The declarations of an inline style, by property. */
export function inlineStyle(style: string): ReadonlyMap<string, string> {
  const declarations = style.split(";").map((declaration) => {
    const colon = declaration.indexOf(":");
    return [declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim()] as const;
  });
  return new Map(declarations.filter(([property]) => property !== ""));
}

/**
 * A style as attributes of an element that the editor writes. The browser spells `style` in its own way, and drops what
 * only mail programs know, so that it is kept to the letter beside it.
 */
const keptStyle = (style: string) => ({ style, "data-style": style });

/** The same for all elements of a spec. */
function withKeptStyles([name, { style, ...attributes }, ...children]: ElementSpec): ElementSpec {
  const inside = children.map((child) => (typeof child === "string" ? child : withKeptStyles(child)));
  return [name, { ...attributes, ...(style !== undefined && keptStyle(style)) }, ...inside];
}

/** The declarations of an element, to the letter where the editor wrote it. */
const styleOf = (element: HTMLElement): ReadonlyMap<string, string> =>
  inlineStyle(element.dataset.style ?? element.getAttribute("style") ?? "");

/** Spells all styles below as they were kept. */
export function restoreStyles(root: HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLElement>("[data-style]")) {
    const { style = "" } = element.dataset;
    element.removeAttribute("data-style");
    element.setAttribute("style", style);
  }
}
