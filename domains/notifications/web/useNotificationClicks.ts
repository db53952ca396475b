import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import * as z from "zod/mini";
import { switchLocation } from "#domains/locations/web/public.tsx";

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
