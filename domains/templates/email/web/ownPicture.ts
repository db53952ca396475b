import { mailPicturePath } from "../rules.ts";

/**
 * Where this page finds a picture that was uploaded here, whatever name the server has for itself; undefined for others'
 * pictures, which the browser doesn't load.
 */
export function ownPicture(src: string): string | undefined {
  const path = URL.parse(src, window.location.origin)?.pathname ?? "";
  return mailPicturePath.test(path) ? path : undefined;
}
