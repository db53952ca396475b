import { type ComponentType, Suspense, useEffect, useState } from "react";
import { toast } from "../feedback/toast.tsx";
import { retryImport } from "./retryImport.ts";

interface Dialog {
  opened: boolean;
  onClose?: () => void;
}

type PropsOf<C> = C extends ComponentType<infer P> ? P & { opened: boolean } : never;

/** Shown when code can't be loaded. */
export const loadFailedText =
  "This couldn't be loaded. Check your connection or reload the page; Rooftop may have been updated.";

/** Mounts closed and then opens, so that the dialog records the focused element and restores it on close. */
function Opening({ dialog: Dialog, opened, ...props }: Dialog & { dialog: ComponentType<Dialog> }) {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return <Dialog {...props} opened={opened && isMounted} />;
}

/**
 * A dialog whose code loads when it first opens: `const CustomerDialog = lazyDialog(() =>
 * import("./CustomerDialog.tsx"), "CustomerDialog")`. It takes the same props. If loading fails, it shows a toast and
 * closes; a dialog without `onClose` retries.
 */
export function lazyDialog<M, K extends keyof M>(module: () => Promise<M>, exported: K): ComponentType<PropsOf<M[K]>> {
  let Loaded: ComponentType<Dialog> | undefined;
  function LazyDialog(props: Dialog) {
    const { opened, onClose } = props;
    const [isLoaded, setLoaded] = useState(false);
    const shouldLoad = opened && !isLoaded;

    useEffect(() => {
      if (!shouldLoad) return;
      let isCancelled = false;
      const loading = onClose ? module() : retryImport(module);
      loading.then(
        (loaded) => {
          Loaded = loaded[exported] as ComponentType<Dialog>;
          if (!isCancelled) setLoaded(true);
        },
        () => {
          if (isCancelled || !onClose) return;
          toast.error(loadFailedText);
          onClose();
        },
      );
      return () => {
        isCancelled = true;
      };
    }, [shouldLoad, onClose]);

    // Stays mounted, so that it can animate its closing.
    return <Suspense>{Loaded && (isLoaded || opened) && <Opening dialog={Loaded} {...props} />}</Suspense>;
  }
  return LazyDialog as unknown as ComponentType<PropsOf<M[K]>>;
}
