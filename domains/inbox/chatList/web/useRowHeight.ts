import { useState } from "react";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { useDensity } from "#core/web/table/useDensity.ts";

/** Of a row in rem: fingers need more room than a mouse. */
const [compact, comfortable] = [3.5, 4.25];

/** The height of every row, in rem and in pixels: a list that knows it measures none of them. */
export function useRowHeight(): { readonly rem: number; readonly pixels: number } {
  const isPhone = useMedia(phone);
  const density = useDensity();
  const rem = isPhone || density === "comfortable" ? comfortable : compact;
  const [pixelsOfRem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  return { rem, pixels: rem * pixelsOfRem };
}
