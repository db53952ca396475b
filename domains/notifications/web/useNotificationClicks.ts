import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import * as z from "zod/mini";
import { api } from "#core/web/call/api.ts";
import { session } from "#core/web/session/session.ts";
import { locations } from "#domains/locations/contract.ts";
import { addressLine } from "#domains/locations/rules.ts";

/** The service worker's message after a click on a notification. */
const OpenMessage = z.object({ kind: z.literal("open"), url: z.string(), location_id: z.coerce.number<string>() });

/** Opens what a clicked notification is about, at its location. */
export function useNotificationClicks(): void {
  const navigate = useNavigate();
  const { search, pathname } = useLocation();
  const linkedLocation = new URLSearchParams(search).get("location");

  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    const onMessage = ({ data }: MessageEvent) => {
      const message = OpenMessage.safeParse(data);
      if (!message.success) return;
      const { location_id, url } = message.data;
      void switchLocation(location_id).then(() => navigate(url));
    };
    navigator.serviceWorker.addEventListener("message", onMessage);
    return () => navigator.serviceWorker.removeEventListener("message", onMessage);
  }, [navigate]);

  // A window that a click opened has the location in its URL.
  useEffect(() => {
    if (linkedLocation === null) return;
    void switchLocation(Number(linkedLocation)).then(() => navigate(pathname, { replace: true }));
  }, [linkedLocation, pathname, navigate]);
}

/** Switches to another of the person's locations. */
async function switchLocation(location_id: number): Promise<void> {
  if (session.current()?.location_id === location_id) return;
  const own = await api(locations.list).catch(() => undefined);
  const location = own?.data.find(({ id }) => id === location_id);
  if (!location) return;
  session.update({ location_id, location: location.title, location_address: addressLine(location) });
}
