import { type ComponentType, Suspense, useEffect, useState } from "react";
import { patiently } from "./patiently.ts";
import { toast } from "./toast.tsx";

interface Dialog {
  opened: boolean;
  onClose?: () => void;
}

type PropsOf<C> = C extends ComponentType<infer P> ? P & { opened: boolean } : never;

/** Said when code that comes on demand can't be had. */
export const notLoaded =
  "This could not be loaded. Please check your connection, or reload the page: Rooftop may have been updated.";

/** There for a moment before it opens: so it sees what had the focus, and gives it back when it closes. */
function Opening({ dialog: Dialog, opened, ...props }: Dialog & { dialog: ComponentType<Dialog> }) {
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  return <Dialog {...props} opened={opened && isThere} />;
}

/**
 * A dialog whose code comes when it is first opened:
 * `const CustomerDialog = onDemand(() => import("./CustomerDialog.tsx"), "CustomerDialog")`. It takes the same props.
 * When the code can't be had, the dialog says so and closes; what nobody can close is waited for.
 */
export function onDemand<M, K extends keyof M>(module: () => Promise<M>, exported: K): ComponentType<PropsOf<M[K]>> {
  let Loaded: ComponentType<Dialog> | undefined;
  function OnDemand(props: Dialog) {
    const { opened, onClose } = props;
    const [isThere, setThere] = useState(false);
    const isWanted = opened && !isThere;

    useEffect(() => {
      if (!isWanted) return;
      let isOver = false;
      const loading = onClose ? module() : patiently(module);
      loading.then(
        (there) => {
          Loaded = there[exported] as ComponentType<Dialog>;
          if (!isOver) setThere(true);
        },
        () => {
          if (isOver || !onClose) return;
          toast.error(notLoaded);
          onClose();
        },
      );
      return () => {
        isOver = true;
      };
    }, [isWanted, onClose]);

    // It stays once it was there, so that it can close with its transition.
    return <Suspense>{Loaded && (isThere || opened) && <Opening dialog={Loaded} {...props} />}</Suspense>;
  }
  return OnDemand as unknown as ComponentType<PropsOf<M[K]>>;
}
