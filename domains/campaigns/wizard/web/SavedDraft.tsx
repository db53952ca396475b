import { Alert, Button, Loader } from "@mantine/core";
import type { ReactNode } from "react";
import { wizardTexts as texts } from "./texts.ts";

interface Props<Saved> {
  /** Undefined while it loads. */
  saved: Saved | undefined;
  failure: string | undefined;
  retry: () => void;
  children: (saved: Saved) => ReactNode;
}

/** A draft that is loaded, or why it can't be edited. */
export function SavedDraft<Saved extends { readonly is_draft: 0 | 1 }>(props: Props<Saved>) {
  const { saved, failure, retry, children } = props;
  if (!saved && failure !== undefined) {
    return (
      <Alert color="red" title={texts.loadFailed} m="xl" w="100%">
        <p>{failure}</p>
        <Button variant="default" onClick={retry}>
          {texts.again}
        </Button>
      </Alert>
    );
  }
  if (!saved) return <Loader role="status" aria-label="Loading" m="xl" />;
  if (saved.is_draft === 0) return <Alert title={texts.notDraft} m="xl" w="100%" />;
  return children(saved);
}
