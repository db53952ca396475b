import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import * as z from "zod/mini";
import { api } from "#core/web/api.ts";
import { session } from "#core/web/session.ts";
import { addressLine } from "#domains/accounts/rules.ts";
import { locations } from "#domains/locations/contract.ts";
import { refreshDevice } from "./device.ts";

/** What the service worker says when a notification was clicked. */
const Clicked = z.object({ kind: z.literal("open"), url: z.string(), location_id: z.coerce.number<string>() });

/** A moment after the screen, so that nothing that is looked at has to wait for it. */
const later = 3000;

/** Keeps this browser reachable by push, and goes where a click on what was pushed leads. */
export function useThisDevice(token: string | undefined): void {
  const navigate = useNavigate();
  const { search, pathname } = useLocation();
  const at = new URLSearchParams(search).get("location");

  useEffect(() => {
    if (token === undefined || !("serviceWorker" in navigator)) return;
    const wait = setTimeout(() => void refreshDevice().catch(() => undefined), later);
    return () => clearTimeout(wait);
  }, [token]);

  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    const hear = ({ data }: MessageEvent) => {
      const clicked = Clicked.safeParse(data);
      if (!clicked.success) return;
      const { location_id, url } = clicked.data;
      void actAt(location_id).then(() => navigate(url));
    };
    navigator.serviceWorker.addEventListener("message", hear);
    return () => navigator.serviceWorker.removeEventListener("message", hear);
  }, [navigate]);

  // A window that was opened for it: the address names the location.
  useEffect(() => {
    if (at === null) return;
    void actAt(Number(at)).then(() => navigate(pathname, { replace: true }));
  }, [at, pathname, navigate]);
}

/** Goes on at another location, if it is one of the person's own. */
async function actAt(location_id: number): Promise<void> {
  if (session.current()?.location_id === location_id) return;
  const own = await api(locations.list).catch(() => undefined);
  const there = own?.data.find(({ id }) => id === location_id);
  if (!there) return;
  session.update({ location_id, location: there.title, location_address: addressLine(there) });
}
