import { useCallback } from "react";
import { trustedTypePolicies } from "#core/trustedTypes.ts";
import { createPolicy } from "#core/web/loading/trustedTypes.ts";
import classes from "./SimulatorPage.module.css";

const mailPolicy = createPolicy(trustedTypePolicies.mail, { createHTML: (html) => html });

/** A mail as its reader would see it. Nothing in it runs: the frame is sandboxed without any right. */
export function MailFrame({ html }: { html: string }) {
  // React would turn the policy's result into plain text, which the browser refuses.
  const fill = useCallback(
    (frame: HTMLIFrameElement | null) => {
      if (frame) frame.srcdoc = mailPolicy.createHTML(html);
    },
    [html],
  );
  return <iframe ref={fill} className={classes.mail} title="The email as it looks" sandbox="" />;
}
