import type { ReactNode } from "react";

/** Systems that Rooftop integrates with, each with an icon of our own. */
export const partners: readonly { name: string; does: string; sign: ReactNode }[] = [
  {
    name: "Twilio",
    does: "carries texts",
    sign: <path d="M5 8h22v14H14l-6 5v-5H5ZM11 15h.01M16 15h.01M21 15h.01" />,
  },
  { name: "SMTP", does: "carries mail", sign: <path d="M4 8h24v17H4Zm0 2 12 9 12-9" /> },
  {
    name: "S3",
    does: "keeps files",
    sign: <path d="M6 9c0-6 20-6 20 0l-2 15c-1 4-15 4-16 0Zm0 0c0 5 20 5 20 0M9 18h14" />,
  },
  {
    name: "PostgreSQL",
    does: "keeps data",
    sign: <path d="M5 8c0-5 22-5 22 0v16c0 5-22 5-22 0Zm0 0c0 5 22 5 22 0M5 16c0 5 22 5 22 0" />,
  },
];

/** One partner in the landing page's strip. */
export function Partner({ name, does, sign }: (typeof partners)[number]) {
  return (
    <li className="partner">
      <svg width="40" height="40" viewBox="0 0 32 32" aria-hidden="true">
        {sign}
      </svg>
      <span>
        <strong>{name}</strong> {does}
      </span>
    </li>
  );
}
