import { Navigate, useLocation } from "react-router";
import type { Session } from "../session/createSession.ts";
import { landing } from "./askedAddress.ts";
import { useScreens } from "./screenDeclaration.ts";

/** Leads a signed-in person to the address asked for, or else to their start; the shell says why, from where they come. */
export function Land({ person }: { person: Session }) {
  const { search, pathname } = useLocation();
  return <Navigate to={landing(person, useScreens(), search)} replace state={{ from: pathname }} />;
}
