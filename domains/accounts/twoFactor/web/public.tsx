import { Suspense } from "react";
import { pendingReauthentication } from "#core/web/call/reauthentication.ts";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { useObservable } from "#core/web/useStore.ts";

const ReauthenticationDialog = lazyNamed(() => import("./ReauthenticationDialog.tsx"), "ReauthenticationDialog");

/** Asks for the password when a change needs it; mounted once, at the root. */
export function Reauthentications() {
  const pending = useObservable(pendingReauthentication);
  if (!pending) return null;
  return (
    <Suspense>
      <ReauthenticationDialog onAnswer={pending.answer} />
    </Suspense>
  );
}
