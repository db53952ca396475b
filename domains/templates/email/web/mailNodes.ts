import { InputRule, Node } from "@tiptap/core";
import { isVariableToken, variableLabel } from "#core/variables.ts";
import { buttonSpec, type MailAlignment, mailAlignments } from "../../starters/rules.ts";
import { linkOf } from "../rules.ts";
import { keptStyle, styleOf, withKeptStyles } from "./inlineStyle.ts";
import { ownPicture } from "./ownPicture.ts";
import { mailEditorTexts as texts } from "./texts.ts";

/** How a block is aligned, by its style. */
export function alignmentOf(element: HTMLElement): MailAlignment {
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

/** A picture in a line of its own, as wide as somebody wants and never wider than the screen. */
export const PictureNode = Node.create({
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
export const ButtonNode = Node.create({
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

const typedVariable = /%([a-z][a-z_ ]{1,28}[a-z](?:\|[^%|\n]{0,40})?)%$/i;

/** A variable: a chip in the editor, `%first_name|there%` in the HTML. */
export const VariableNode = Node.create({
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
