import type { ReactNode } from "react";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import tileClasses from "./Tiles.module.css";

interface ItemProps {
  label: string;
  /** The definition, behind an (i). */
  info: string;
  children: ReactNode;
}

/** A label with its figures, between the lines of a strip. */
export function StripItem({ label, info, children }: ItemProps) {
  return (
    <li className={tileClasses.contact}>
      <span className={tileClasses.label}>
        {label} <InfoTooltip about={label}>{info}</InfoTooltip>
      </span>
      <span className={tileClasses.figures}>{children}</span>
    </li>
  );
}
