import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { api } from "#core/web/call/api.ts";
import { switchLocation } from "#domains/locations/web/public.tsx";
import { customerRedirects } from "../contract.ts";
import { forwardedPath, linkedRecord } from "../rules.ts";

/**
 * Follows a link to the location that its customer or conversation belongs to, and from a merged customer to the one who
 * was kept. Conversations are looked up only when they are the first address: the inbox's own links need none of it.
 */
export function useLinkedRecord(isActive: boolean): void {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  const navigate = useNavigate();
  useEffect(() => {
    const linked = isActive ? linkedRecord(pathname) : undefined;
    if (!linked || ("chat_id" in linked && first.current !== pathname)) return;
    let isCurrent = true;
    const answer =
      "chat_id" in linked
        ? api(customerRedirects.ofChat, { params: linked })
        : api(customerRedirects.ofCustomer, { params: linked });
    answer
      .then(async ({ data }) => {
        if (!isCurrent) return;
        await switchLocation(data.location_id);
        const path = forwardedPath(linked, data);
        if (isCurrent && path) navigate(path, { replace: true });
      })
      // The screen itself says that there is nothing.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [isActive, pathname, navigate]);
}
