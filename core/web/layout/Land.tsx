import { useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { toast } from "../feedback/toast.tsx";
import type { Session } from "../session/createSession.ts";
import { landing } from "./askedAddress.ts";
import { startPath, useScreens } from "./screenDeclaration.ts";

/** Leads a signed-in person to the address asked for, or else to their start. */
export function Land({ person }: { person: Session }) {
  return <Navigate to={landing(person, useScreens(), useLocation().search)} replace />;
}

const texts = {
  closed: "You don’t have access to that page.",
  unknown: "That page doesn’t exist.",
} as const;

/** Leads somebody to their start, and says why they don't see the address that they asked for. */
export function LeadAway({ person, from }: { person: Session; from?: keyof typeof texts }) {
  const start = startPath(person, useScreens());
  useEffect(() => {
    if (from) toast.info(texts[from]);
  }, [from]);
  return <Navigate to={start} replace />;
}
