import {
  IconBrandFacebookFilled,
  IconBrandGoogleFilled,
  IconBrandLinkedinFilled,
  IconBrandXFilled,
} from "@tabler/icons-react";
import { type SiteKind, siteNames } from "../fields.ts";
import classes from "./SiteMark.module.css";

const icons: Partial<Record<SiteKind, typeof IconBrandGoogleFilled>> = {
  google: IconBrandGoogleFilled,
  facebook: IconBrandFacebookFilled,
  twitter: IconBrandXFilled,
  linkedin: IconBrandLinkedinFilled,
};

/** A review site at a glance, beside its name: its sign, or the first letter. */
export function SiteMark({ kind }: { kind: SiteKind }) {
  const Icon = icons[kind];
  return (
    <span className={classes.mark} data-kind={kind} aria-hidden>
      {Icon ? <Icon size={14} /> : siteNames[kind].slice(0, 1)}
    </span>
  );
}
