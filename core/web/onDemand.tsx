import { type ComponentType, lazy, Suspense, useState } from "react";

/**
 * A dialog whose code comes when it is first opened:
 * `const CustomerDialog = onDemand(() => import("./CustomerDialog.tsx"), "CustomerDialog")`. It takes the same props.
 */
export function onDemand<P extends { opened: boolean }, K extends string>(
  module: () => Promise<Record<K, ComponentType<P>>>,
  exported: K,
): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: (await module())[exported] })) as unknown as ComponentType<P>;
  return function OnDemand(props: P) {
    const [wanted, setWanted] = useState(props.opened);
    if (props.opened && !wanted) setWanted(true);
    // It stays once it was there, so that it can close with its transition.
    return <Suspense>{wanted && <Loaded {...props} />}</Suspense>;
  };
}
