import type { ReactNode } from "react";

/** On a 48 by 48 grid: one shape filled with the tint, and strokes in the brand color. */
const drawings: Record<string, ReactNode> = {
  crm: (
    <>
      <path className="tint" d="M8 10h32a4 4 0 0 1 4 4v22a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V14a4 4 0 0 1 4-4Z" />
      <circle cx="16" cy="21" r="4.5" />
      <path d="M9 34c.8-4.4 3.4-6.5 7-6.5s6.2 2.1 7 6.5M29 19h9M29 25h9M29 31h5" />
    </>
  ),
  "email-marketing": (
    <>
      <path className="tint" d="M8 14h32a4 4 0 0 1 4 4v18a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V18a4 4 0 0 1 4-4Z" />
      <path d="m5 18 19 13 19-13" />
      <path d="M16 9 24 4l8 5" />
    </>
  ),
  "text-marketing": (
    <>
      <path
        className="tint"
        d="M10 8h28a5 5 0 0 1 5 5v15a5 5 0 0 1-5 5H22l-9 8v-8h-3a5 5 0 0 1-5-5V13a5 5 0 0 1 5-5Z"
      />
      <path d="M13 17h22M13 24h13" />
    </>
  ),
  "reputation-management": (
    <>
      <path
        className="tint"
        d="M10 6h28a5 5 0 0 1 5 5v18a5 5 0 0 1-5 5H27l-3 6-3-6H10a5 5 0 0 1-5-5V11a5 5 0 0 1 5-5Z"
      />
      <path d="m24 11.5 2.7 5.5 6 .9-4.4 4.2 1.1 6-5.4-2.8-5.4 2.8 1.1-6-4.4-4.2 6-.9Z" />
    </>
  ),
  "marketing-integrations": (
    <>
      <circle className="tint" cx="24" cy="24" r="19" />
      <path d="M20 12v7M28 12v7M15 19h18v4a9 9 0 0 1-18 0ZM24 32v9" />
    </>
  ),
};

/** A service's illustration. */
export function ServiceDrawing({ slug, size }: { slug: string; size: number }) {
  return (
    <svg className="drawing" width={size} height={size} viewBox="0 0 48 48" aria-hidden="true">
      {drawings[slug]}
    </svg>
  );
}
