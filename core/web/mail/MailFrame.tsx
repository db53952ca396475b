import { type CSSProperties, useCallback } from "react";
import { trustedTypePolicies } from "#core/trustedTypes.ts";
import { createPolicy } from "../loading/trustedTypes.ts";

let policy: ReturnType<typeof createPolicy> | undefined;

/** A page has each policy once. */
function mailPolicy() {
  policy ??= createPolicy(trustedTypePolicies.mail, { createHTML: (html) => html });
  return policy;
}

interface Props {
  html: string;
  /** What it shows, for screen readers. */
  title: string;
  className?: string | undefined;
  style?: CSSProperties;
}

/** A mail as its reader would see it. Nothing in it runs: the frame is sandboxed without any right. */
export function MailFrame({ html, title, className, style }: Props) {
  // React would turn the policy's result into plain text, which the browser refuses.
  const fill = useCallback(
    (frame: HTMLIFrameElement | null) => {
      if (frame) frame.srcdoc = mailPolicy().createHTML(html);
    },
    [html],
  );
  return <iframe ref={fill} className={className} style={style} title={title} sandbox="" />;
}
