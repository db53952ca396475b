import { mailPicturePath } from "../rules.ts";
import { mailPreviewTexts as texts } from "./texts.ts";

/**
 * Where this page finds a picture that was uploaded here, whatever name the server has for itself; undefined for others'
 * pictures, which the browser doesn't load.
 */
export function ownPicture(src: string): string | undefined {
  const path = URL.parse(src, window.location.origin)?.pathname ?? "";
  return mailPicturePath.test(path) ? path : undefined;
}

/**
 * An email whose pictures come from this page's own server or are named only: those of other servers would learn who
 * looks at it, and the page's policy refuses them.
 */
export function withoutForeignPictures(html: string): string {
  return html.replace(/(<img\b[^>]*?\ssrc=")([^"]*)(")/gi, (whole, start: string, src: string, end: string) => {
    if (/^data:/i.test(src)) return whole;
    return `${start}${ownPicture(src) ?? placeholder}${end}`;
  });
}

const placeholder = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" width="552" height="120"><rect width="100%" height="100%" fill="#e9edf0"/><text x="50%" y="50%" fill="#444d55" font-family="sans-serif" font-size="16" text-anchor="middle" dominant-baseline="middle">${texts.foreignPicture}</text></svg>`,
)}`;
