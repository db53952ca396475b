import { Loader } from "@mantine/core";
import { Suspense } from "react";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import type { MailEditorProps } from "./MailEditor.tsx";

export { mailWords, starterTemplates } from "../rules.ts";
export { MailPreview, useMailPreview } from "./MailPreview.tsx";

const LoadedEditor = lazyNamed(() => import("./MailEditor.tsx"), "MailEditor");

/** The editor of emails; its code is large and loads where one writes. */
export function MailEditor(props: MailEditorProps) {
  return (
    <Suspense fallback={<Loader role="status" aria-label="Loading" m="xl" />}>
      <LoadedEditor {...props} />
    </Suspense>
  );
}
