import { type ReactNode, useEffect, useRef } from "react";
import { Navigate } from "react-router";
import { failures } from "#core/failure.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { Land } from "#core/web/layout/Land.tsx";
import { session, useSession } from "#core/web/session/session.ts";
import { useStore } from "#core/web/useStore.ts";

/** Renders its content only during a pending sign-in; everyone else is redirected. */
export function PendingOnly({ children }: { children: (user_id: number) => ReactNode }) {
  const person = useSession();
  const user_id = useStore(session.subscribe, session.pendingId);
  const arrivedSignedOut = useRef(user_id === 0 && !person);

  useEffect(() => {
    if (!arrivedSignedOut.current) return;
    arrivedSignedOut.current = false;
    toast.error(failures.unauthenticated.message);
    session.end();
  }, []);

  if (person) return <Land person={person} />;
  if (user_id === 0) return <Navigate to="/login" replace />;
  return children(user_id);
}
