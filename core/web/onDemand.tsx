import { type ComponentType, lazy, Suspense, useState } from "react";

interface Dialog {
  opened: boolean;
}

type PropsOf<C> = C extends ComponentType<infer P> ? P & Dialog : never;

/**
 * A dialog whose code comes when it is first opened:
 * `const CustomerDialog = onDemand(() => import("./CustomerDialog.tsx"), "CustomerDialog")`. It takes the same props.
 */
export function onDemand<M, K extends keyof M>(module: () => Promise<M>, exported: K): ComponentType<PropsOf<M[K]>> {
  type Props = PropsOf<M[K]>;
  const Loaded = lazy(async () => ({ default: (await module())[exported] as ComponentType<Dialog> }));
  return function OnDemand(props: Props) {
    const [wanted, setWanted] = useState(props.opened);
    if (props.opened && !wanted) setWanted(true);
    // It stays once it was there, so that it can close with its transition.
    return <Suspense>{wanted && <Loaded {...props} />}</Suspense>;
  };
}
